import type { Context } from 'hono'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { requireLiveSession } from '#server/auth/live-session.ts'
import { checkNewPassword } from '#server/auth/password-rules.ts'
import { presentUser } from '#server/auth/present-user.ts'
import { readBody, updateUserSchema } from '#server/auth/schemas.ts'
import { mergeMetadata, readMetadata } from '#server/auth/user-metadata.ts'
import { type UserRow, userColumns } from '#server/auth/users.ts'
import { sql } from '#server/db/sql.ts'
import type { Env } from '#server/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/**
 * `PUT /user`: changes what people say about themselves, and their password. A new password signs out every other device
 * and voids every link mailed before.
 */
export async function updateUser(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	await auth.rateLimits.consume('updateUser', c.get('clientAddress'))
	const { claims, user } = await requireLiveSession(auth, c.req.raw)
	const body = await readBody(c.req.raw, updateUserSchema)
	checkChangeable(body, user)
	const change = readMetadata(body.data)
	const password = body.password === '' ? undefined : await acceptPassword(auth, user, body)

	const now = auth.clock.now()
	const updated = await auth.database.asServer(async (tx) => {
		const [current] = await tx.query<UserRow>(
			sql`select ${userColumns} from auth.users u where u.id = ${user.id} for no key update`,
		)
		// Two changes at once: the second one was checked against a password that is no longer current.
		if (
			current === undefined ||
			(password !== undefined && current.encrypted_password !== user.encrypted_password)
		) {
			throw new AppError({
				code: 'conflict',
				status: 409,
				message: 'The account was changed meanwhile. Please try again.',
			})
		}
		const metadata = JSON.stringify(mergeMetadata(current.raw_user_meta_data, change))
		if (password !== undefined) {
			await tx.execute(
				sql`delete from auth.sessions where user_id = ${user.id} and id <> ${claims.session_id}`,
			)
			await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
			await tx.execute(sql`delete from auth.flow_state where user_id = ${user.id}`)
		}
		const [row] = await tx.query<UserRow>(sql`
			update auth.users u set
				raw_user_meta_data = ${metadata}::jsonb, encrypted_password = ${password ?? current.encrypted_password}, updated_at = ${now}
			where u.id = ${user.id} returning ${userColumns}`)
		return row ?? current
	})
	return c.json(presentUser(updated))
}

interface Change {
	email: string
	phone: string
	password: string
	current_password: string
	app_metadata?: unknown
}

function checkChangeable({ email, phone, app_metadata }: Change, user: UserRow): void {
	if (app_metadata !== undefined && app_metadata !== null) {
		throw new AppError({
			code: 'not_admin',
			status: 403,
			message: 'Updating app_metadata requires admin privileges',
		})
	}
	if (email !== '' && email.toLowerCase() !== user.email) {
		throw new AppError({
			code: 'email_provider_disabled',
			status: 422,
			message: 'Changing the email address is not offered',
		})
	}
	if (phone !== '')
		throw new AppError({
			code: 'phone_provider_disabled',
			status: 400,
			message: 'Unsupported phone provider',
		})
}

/** Checks a new password and gives its hash. */
async function acceptPassword(
	{ passwords, settings }: AuthDependencies,
	user: UserRow,
	change: Change,
): Promise<string> {
	const { encrypted_password: current } = user
	checkNewPassword(change.password, user.email, settings)
	if (
		current !== null &&
		change.current_password !== '' &&
		!(await passwords.verify(current, change.current_password))
	) {
		throw new AppError({
			code: 'current_password_invalid',
			status: 400,
			message: 'Current password required when setting new password.',
		})
	}
	if (current !== null && change.current_password === '' && settings.currentPasswordRequired) {
		throw new AppError({
			code: 'current_password_required',
			status: 400,
			message: 'Current password required when setting new password.',
		})
	}
	if (current !== null && (await passwords.verify(current, change.password))) {
		throw new AppError({
			code: 'same_password',
			status: 422,
			message: 'New password should be different from the old password.',
		})
	}
	return passwords.hash(change.password)
}
