import type { Context } from 'hono'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { deviceOf } from '#server/auth/device.ts'
import { invalid } from '#server/auth/errors.ts'
import { passwordGrantSchema, readBody } from '#server/auth/schemas.ts'
import { presentSession, startSession } from '#server/auth/sessions.ts'
import { isBanned, type UserRow, userColumns } from '#server/auth/users.ts'
import { sql } from '#server/db/sql.ts'
import type { Env } from '#server/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/**
 * `POST /token?grant_type=password`: signs in. An unknown account, one without a password and a wrong password get the same
 * answer after the same work; that an account is banned or unconfirmed is told only to who knows its password.
 */
export async function grantPassword(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	auth.passwords.checkRoom()
	await auth.rateLimits.consume('signIn', c.get('clientAddress'))
	await auth.authenticate(c.req.raw)
	const body = await readBody(c.req.raw, passwordGrantSchema)
	if (body.email !== '' && body.phone !== '')
		throw invalid('Only an email address or phone number should be provided on login.')
	if (body.phone !== '') {
		throw new AppError({ code: 'phone_provider_disabled', status: 422, message: 'Phone logins are disabled' })
	}
	if (body.email === '') throw invalid('missing email or phone')
	const email = body.email.toLowerCase()
	await auth.rateLimits.consume('signInAccount', email)

	const found = await findAccount(auth, email)
	const fits = await auth.passwords.verify(found?.password ?? null, body.password)
	if (found === undefined || !fits) throw wrongCredentials()
	const now = auth.clock.now()
	if (isBanned(found.user, now))
		throw new AppError({ code: 'user_banned', status: 400, message: 'User is banned' })
	if (found.user.email_confirmed_at === null) {
		throw new AppError({ code: 'email_not_confirmed', status: 400, message: 'Email not confirmed' })
	}

	const { sessionSeconds } = auth.settings
	const signedIn = await auth.database.asServer(async (tx) => {
		// While the hash was computed the password may have been changed: the old one must not open a session after that.
		const [user] = await tx.query<UserRow>(sql`
			select ${userColumns} from auth.users u
			where u.id = ${found.user.id} and u.encrypted_password = ${found.password} for no key update`)
		return (
			user && (await startSession(tx, { user, method: 'password', device: deviceOf(c), now, sessionSeconds }))
		)
	})
	if (signedIn === undefined) throw wrongCredentials()
	return c.json(await presentSession(auth, signedIn))
}

interface Account {
	user: UserRow
	/** Until the address is confirmed, the password of the latest sign-up: good for nothing but the answer "not confirmed". */
	password: string | null
}

async function findAccount({ database }: AuthDependencies, email: string): Promise<Account | undefined> {
	// PostgreSQL cannot hold such an address, so there is no account of that name.
	if (email.includes('\0') || !email.isWellFormed()) return undefined
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

function wrongCredentials(): AppError {
	return new AppError({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' })
}
