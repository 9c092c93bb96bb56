import type { Context } from 'hono'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { invalid } from '#server/auth/errors.ts'
import { limitFailures } from '#server/auth/failure-limits.ts'
import { passwordGrantSchema, readBody } from '#server/auth/schemas.ts'
import { deviceOf } from '#server/auth/sessions/device.ts'
import { presentSession, startSession } from '#server/auth/sessions/sessions.ts'
import { isBanned, type UserRow, userColumns } from '#server/auth/user/users.ts'
import { sql } from '#server/db/sql.ts'
import type { Env } from '#server/http/env.ts'
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

	const found = await findAccount(auth, email)
	await limitGuesses(auth, { email, address }, async () => {
		atTheLine()
		const fits = await auth.passwords.verify(found?.password ?? null, body.password, address)
		if (found === undefined || !fits) throw wrongCredentials()
	})
	if (found === undefined) throw wrongCredentials()
	await auth.rateLimits.consume('signInDone', `${address} ${found.user.id}`)
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

/**
 * Counts wrong passwords: of an address, of an account from one address, and of an account from anywhere. The last refuses
 * nobody by itself, or a stranger could keep an account's owner out: it leaves addresses the owner has not signed in from
 * few tries each.
 */
async function limitGuesses(
	auth: AuthDependencies,
	{ email, address }: { email: string; address: string },
	check: () => Promise<void>,
): Promise<void> {
	const { rateLimits } = auth
	const isStranger =
		(await rateLimits.isSpent('signInAccount', email)) && !(await isKnownAddress(auth, email, address))
	const pair = isStranger ? 'signInStranger' : 'signInPair'
	try {
		await limitFailures(
			rateLimits,
			[
				['signIn', address],
				[pair, `${address} ${email}`],
			],
			check,
		)
	} catch (error) {
		if (error instanceof AppError && error.code === 'invalid_credentials')
			await rateLimits.consume('signInAccount', email).catch(() => {})
		throw error
	}
}

async function isKnownAddress(
	{ database }: AuthDependencies,
	email: string,
	address: string,
): Promise<boolean> {
	if (!isKeepable(email)) return false
	const known = await database.query(sql`
		select from auth.audit_log_entries e join auth.users u on u.id = e.user_id
		where u.email = ${email} and e.action = 'login' and e.ip_address = ${address} limit 1`)
	return known.length > 0
}

interface Account {
	user: UserRow
	/** Until the address is confirmed, the password of the latest sign-up: good for nothing but the answer "not confirmed". */
	password: string | null
}

async function findAccount({ database }: AuthDependencies, email: string): Promise<Account | undefined> {
	if (!isKeepable(email)) return undefined
	const [user] = await database.query<UserRow & { pending_password: string | null }>(sql`
		select ${userColumns}, (
			select t.pending_password from auth.one_time_tokens t
			where t.user_id = u.id and t.token_type = 'confirmation_token' and t.pending_password is not null
				and u.email_confirmed_at is null
			order by t.created_at desc limit 1
		) as pending_password
		from auth.users u where u.email = ${email}`)
	return user && { user, password: user.encrypted_password ?? user.pending_password }
}

/** PostgreSQL cannot hold other texts, so there is no account of such a name. */
function isKeepable(email: string): boolean {
	return !email.includes('\0') && email.isWellFormed()
}

function wrongCredentials(): AppError {
	return new AppError({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' })
}
