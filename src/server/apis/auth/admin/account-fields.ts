import type { Context } from 'hono'
import { z } from 'zod'
import { readBan } from '#server/apis/auth/admin/ban.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { checkNewPassword, membersRules } from '#server/apis/auth/passwords/password-rules.ts'
import { readPhone, requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { adminUserSchema, readBody } from '#server/apis/auth/schemas.ts'
import { readMetadata, type UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { isStaff } from '#server/features/staff/staff-links.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { readEmail } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** The validated fields of an account that a caller of the Admin API sent. A field that was not sent is undefined. */
export interface AccountFields {
	id: string | undefined
	email: string | undefined
	/** In E.164, without the plus sign. */
	phone: string | undefined
	/** A new password, not hashed yet. */
	password: string | undefined
	/** An argon2id hash in PHC format, for users from another system. */
	passwordHash: string | undefined
	emailConfirm: boolean
	phoneConfirm: boolean
	userMetadata: UserMetadata | undefined
	appMetadata: UserMetadata | undefined
	/** When the ban ends; null lifts it. */
	bannedUntil: Date | null | undefined
}

// At least eight bytes of salt and sixteen of hash, and costs of limited size.
const argon2idHash =
	/^\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,172}$/

/** Reads the body of a request that creates or changes a user. Throws `bad_json`, `validation_failed` or `weak_password`. */
export async function readAccountFields(
	c: Context<Env>,
	auth: AuthDependencies,
	userId?: string,
): Promise<AccountFields> {
	const { clock, settings } = auth
	const body = await readBody(c.req.raw, adminUserSchema)
	const { password, password_hash } = body
	if (body.phone !== '') requirePhone(auth, { message: 'Phone signups are disabled' })
	if (password !== '' && password_hash !== '')
		throw validationFailed('Only a password or a password hash should be provided')
	if (password_hash !== '' && !argon2idHash.test(password_hash))
		throw validationFailed('The password hash must be argon2id, in PHC format')
	if (body.role !== '' && body.role !== 'authenticated')
		throw validationFailed('The role must be authenticated')
	const email = body.email === '' ? undefined : readEmail(body.email)
	if (password !== '') {
		const isMember = userId !== undefined && (await isStaff(auth.database, userId))
		checkNewPassword(password, email ?? '', isMember ? membersRules(settings) : settings)
	}
	return {
		id: body.id === '' ? undefined : readId(body.id),
		email,
		phone: body.phone === '' ? undefined : readPhone(body.phone),
		password: password || undefined,
		passwordHash: password_hash || undefined,
		emailConfirm: body.email_confirm,
		phoneConfirm: body.phone_confirm,
		userMetadata: given(body.user_metadata),
		appMetadata: given(body.app_metadata),
		bannedUntil: readBan(body.ban_duration, clock.now()),
	}
}

/** Hashes the password. If the caller sent a hash instead, returns that hash. */
export async function hashOf(
	{ passwords }: AuthDependencies,
	{ password, passwordHash }: AccountFields,
	address: string,
): Promise<string | undefined> {
	return password === undefined ? passwordHash : await passwords.hash(password, address)
}

function readId(id: string): string {
	const parsed = z.uuid().safeParse(id).data
	if (parsed === undefined) throw validationFailed('ID must conform to the uuid v4 format')
	return parsed.toLowerCase()
}

function given(metadata: Record<string, unknown> | null | undefined): UserMetadata | undefined {
	return metadata === null || metadata === undefined ? undefined : readMetadata(metadata)
}
