import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { findByCode } from '#server/apis/auth/email-links/code-tries.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import {
	currentPasswordInvalid,
	currentPasswordRequired,
	invalidNonce,
	reauthenticationNeeded,
} from '#server/apis/auth/passwords/errors.ts'
import type { LiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { sql } from '#server/platform/db/sql.ts'

/** For this long after a recovery, no further proof is required. */
const recoveredSeconds = 3_600

interface Reauthentication {
	/** Empty if it was not sent. */
	currentPassword: string
	/** The emailed or texted code of `GET /reauthenticate`; empty if it was not sent. */
	nonce: string
	/** The network address. */
	from: string
}

/** For what needs a recent sign-in, and accepts no proof with the request itself. */
export const noProof: Reauthentication = { currentPassword: '', nonce: '', from: '' }

/**
 * Requires reauthentication before a change that could lock the user out: the current password, a nonce or a recent
 * sign-in. Throws `reauthentication_needed`, `current_password_required`, or the error for a wrong password or nonce.
 */
export async function checkReauthentication(
	auth: AuthDependencies,
	session: LiveSession,
	{ currentPassword, nonce, from }: Reauthentication,
	{ message }: { message: string },
): Promise<void> {
	const { user } = session
	if (currentPassword !== '' && user.encrypted_password !== null) {
		await noteFailures(auth, { way: 'password again', tried: { userId: user.id }, from }, () =>
			checkCurrentPassword(auth, session, currentPassword),
		)
		return
	}
	if (isRecovered(session, auth.clock.now())) return
	if (auth.settings.currentPasswordRequired && user.encrypted_password !== null)
		throw currentPasswordRequired()
	if (nonce !== '') {
		await noteFailures(auth, { way: 'code again', tried: { userId: user.id }, from }, () =>
			checkNonce(auth, session, nonce),
		)
		return
	}
	const since = auth.clock.now().getTime() / 1000 - auth.settings.recentSignInSeconds
	if (session.methods.some(({ timestamp }) => timestamp >= since)) return
	throw reauthenticationNeeded(message)
}

function isRecovered({ methods }: LiveSession, now: Date): boolean {
	const since = now.getTime() / 1000 - recoveredSeconds
	return methods.some(({ method, timestamp }) => method === 'recovery' && timestamp >= since)
}

async function checkCurrentPassword(
	{ passwords, rateLimits }: AuthDependencies,
	{ user }: LiveSession,
	currentPassword: string,
): Promise<void> {
	await limitFailures(rateLimits, [['reauthenticate', user.id]], async () => {
		if (await passwords.verify(user.encrypted_password, currentPassword, user.id)) return
		throw currentPasswordInvalid()
	})
}

async function checkNonce(
	{ database, rateLimits, clock, phone }: AuthDependencies,
	{ user }: LiveSession,
	nonce: string,
): Promise<void> {
	const isEmailed = user.email !== ''
	const limits = [
		['reauthenticate', user.id],
		isEmailed
			? (['emailCodeGuess', `session of ${user.id}`] as const)
			: (['textCodeGuess', user.phone] as const),
	] as const
	await limitFailures(rateLimits, limits, async () => {
		const wanted = {
			contact: user.email,
			code: nonce,
			types: ['reauthentication_token'],
			from: undefined,
		} as const
		const fitsEmail = () =>
			database.asServer(async (tx) => {
				const found = await findByCode(tx, wanted, clock.now())
				if (found?.user.id !== user.id) return false
				await tx.execute(sql`delete from auth.one_time_tokens where id = ${found.id}`)
				return true
			})
		if (isEmailed ? await fitsEmail() : await phone?.checkNonce(user, nonce)) return
		throw invalidNonce()
	})
}
