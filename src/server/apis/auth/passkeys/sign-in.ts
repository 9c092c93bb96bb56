import { passkeyOptionsAnswer, sessionAnswer } from '#server/apis/auth/answers.ts'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { emailNotConfirmed, userBanned } from '#server/apis/auth/errors.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import {
	credentialSchema,
	readAnswer,
	storeChallenge,
	takeChallenge,
} from '#server/apis/auth/passkeys/challenges.ts'
import { credentialRefused } from '#server/apis/auth/passkeys/errors.ts'
import { requirePasskeys } from '#server/apis/auth/passkeys/require-passkeys.ts'
import {
	assertionSchema,
	type CredentialRow,
	checkAssertion,
	credentialColumns,
	credentialRow,
	requestOptions,
} from '#server/apis/auth/passkeys/webauthn.ts'
import { presentSession, type SignedIn, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf } from '#server/apis/auth/user/record-event.ts'
import { isBanned, isSomebodys, lockUserWhere } from '#server/apis/auth/user/users.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** `POST /passkeys/authentication/options`: returns what the browser needs to sign in with any passkey it has for this site. */
export function startPasskeySignIn(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Returns what the browser needs to sign in with a passkey.',
			for: 'callers',
			answers: { 200: passkeyOptionsAnswer },
		},
		authenticate: (c) => {
			requirePasskeys(auth)
			return auth.authenticate(c.req.raw)
		},
		limit: (c) => auth.rateLimits.consume('passkeyChallenge', c.get('clientAddress')),
		act: async (c) => {
			// Naming the keys for an address would tell strangers that it has an account.
			const options = await requestOptions(auth, { allowed: [], use: 'passkey' })
			return c.json({
				...(await storeChallenge(auth, { userId: null, challenge: options.challenge })),
				options,
			})
		},
	})
}

/**
 * `POST /passkeys/authentication/verify`: signs in with a passkey. If two-step verification is on, the second step still has to
 * be taken. An unknown key, a wrong signature and a copied key get the same answer.
 */
export function verifyPasskeySignIn(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Signs in with a passkey.',
			for: 'callers',
			body: credentialSchema(assertionSchema),
			answers: { 200: sessionAnswer },
		},
		authenticate: (c) => {
			requirePasskeys(auth)
			return auth.authenticate(c.req.raw)
		},
		parse: (c) => readAnswer(c.req.raw, assertionSchema),
		act: async (c, _caller, { id, credential }) => {
			const from = c.get('clientAddress')
			const attempt = { way: 'passkey', tried: { passkey: credential.id }, from } as const
			const signedIn = await noteFailures(auth, attempt, () =>
				limitFailures(auth.rateLimits, [['signIn', from]], async () => {
					const challenge = await takeChallenge(auth, { id, userId: null })
					const key = await maybeOne(
						auth.database,
						sql`
					select ${credentialColumns} from auth.webauthn_credentials where credential_id = ${credential.id} and factor_id is null`,
						credentialRow,
					)
					if (key === undefined) throw credentialRefused()
					const count = await checkAssertion(auth, credential, { challenge, credential: key, use: 'passkey' })
					return await signIn(auth, { key, count, device: deviceOf(c) })
				}),
			)
			return c.json(await presentSession(auth, signedIn))
		},
	})
}

async function signIn(
	{ database, clock, settings }: AuthDependencies,
	{ key, count, device }: { key: CredentialRow; count: number; device: Device },
): Promise<SignedIn> {
	const now = clock.now()
	return await database.asServer(async (tx) => {
		const user = await lockUserWhere(tx, sql`u.id = ${key.user_id}`)
		if (user === undefined) throw credentialRefused()
		if (isBanned(user, now)) throw userBanned()
		if (!isSomebodys(user)) throw emailNotConfirmed(403)
		// The key may have been removed in the meantime, or a copy of it may have signed in with the same counter.
		const used = await tx.execute(sql`
			update auth.webauthn_credentials set sign_count = ${count}, last_used_at = ${now}, updated_at = ${now}
			where id = ${key.id} and sign_count = ${key.sign_count}`)
		if (used === 0) throw credentialRefused()
		return await startSession(tx, { user, method: 'passkey', device, now, settings })
	})
}
