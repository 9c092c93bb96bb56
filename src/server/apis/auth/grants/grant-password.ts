import type { Context } from 'hono'
import { limitAttempts, passwordLimits } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { invalid, passwordGrantSchema, readBody } from '#server/apis/auth/schemas.ts'
import { deviceOf } from '#server/apis/auth/sessions/device.ts'
import { presentSession, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { isBanned, type UserRow, userColumns } from '#server/apis/auth/user/users.ts'
import { sql } from '#server/platform/db/sql.ts'
import { widestNetwork } from '#server/platform/http/client-address.ts'
import type { Env } from '#server/platform/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/**
 * `POST /token?grant_type=password`: signs in. An unknown account, one without a password and a wrong password get the same
 * answer after the same work; that an account is banned or unconfirmed is told only to who knows its password.
 */
export async function grantPassword(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	const leave = auth.passwords.enter(c.get('clientAddress'))
	try {
		return await signIn(c, auth, leave)
	} finally {
		leave()
	}
}

/** `atTheLine` is called when the password is about to be checked, where a place of its own is taken. */
async function signIn(c: Context<Env>, auth: AuthDependencies, atTheLine: () => void): Promise<Response> {
	const address = c.get('clientAddress')
	await auth.authenticate(c.req.raw)
	const body = await readBody(c.req.raw, passwordGrantSchema)
	if (body.email !== '' && body.phone !== '')
		throw invalid('Only an email address or phone number should be provided on login.')
	if (body.phone !== '') {
		throw new AppError({ code: 'phone_provider_disabled', status: 422, message: 'Phone logins are disabled' })
	}
	if (body.email === '') throw invalid('missing email or phone')
	const email = body.email.toLowerCase()

	const found = await findAccount(auth, email, address)
	const attempt = {
		limits: passwordLimits,
		account: email,
		familiarBy: found?.isFamiliar ? address : undefined,
		alsoForStrangers: [['signIn', address]] as const,
	}
	await limitAttempts(auth, attempt, async () => {
		atTheLine()
		const fits = await auth.passwords.verify(found?.password ?? null, body.password, address)
		if (found === undefined || !fits) throw wrongCredentials()
	})
	if (found === undefined) throw wrongCredentials()
	await auth.rateLimits.consume('signInDone', `${widestNetwork(address)} ${found.user.id}`)
	const now = auth.clock.now()
	if (isBanned(found.user, now))
		throw new AppError({ code: 'user_banned', status: 400, message: 'User is banned' })
	if (found.user.email_confirmed_at === null) {
		throw new AppError({ code: 'email_not_confirmed', status: 400, message: 'Email not confirmed' })
	}

	const signedIn = await auth.database.asServer(async (tx) => {
		// While the hash was computed the password may have been changed: the old one must not open a session after that.
		const [user] = await tx.query<UserRow>(sql`
			select ${userColumns} from auth.users u
			where u.id = ${found.user.id} and u.encrypted_password = ${found.password} for no key update`)
		return (
			user &&
			(await startSession(tx, {
				user,
				method: 'password',
				device: deviceOf(c),
				now,
				settings: auth.settings,
			}))
		)
	})
	if (signedIn === undefined) throw wrongCredentials()
	return c.json(await presentSession(auth, signedIn))
}

interface Account {
	user: UserRow
	/** Until the address is confirmed, the password of the latest sign-up: good for nothing but the answer "not confirmed". */
	password: string | null
	/** Whether its user has signed in from this network before. */
	isFamiliar: boolean
}

async function findAccount(
	{ database }: AuthDependencies,
	email: string,
	address: string,
): Promise<Account | undefined> {
	if (!isKeepable(email)) return undefined
	const [row] = await database.query<UserRow & { pending_password: string | null; is_familiar: boolean }>(sql`
		select ${userColumns}, (
			select t.pending_password from auth.one_time_tokens t
			where t.user_id = u.id and t.token_type = 'confirmation_token' and t.pending_password is not null
				and u.email_confirmed_at is null
			order by t.created_at desc limit 1
		) as pending_password, exists (
			select from auth.audit_log_entries e
			where e.user_id = u.id and e.action = 'login' and e.ip_address = ${address}
		) as is_familiar
		from auth.users u where u.email = ${email}`)
	if (row === undefined) return undefined
	const { pending_password, is_familiar: isFamiliar, ...user } = row
	return { user, password: user.encrypted_password ?? pending_password, isFamiliar }
}

/** PostgreSQL cannot hold other texts, so there is no account of such a name. */
function isKeepable(email: string): boolean {
	return !email.includes('\0') && email.isWellFormed()
}

function wrongCredentials(): AppError {
	return new AppError({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' })
}
