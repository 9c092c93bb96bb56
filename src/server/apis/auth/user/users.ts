import { z } from 'zod'
import { anonymousUser } from '#server/apis/auth/user/errors.ts'
import { storedMetadataSchema } from '#server/apis/auth/user/user-metadata.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne, one, oneOf } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

const factorRowSchema = z.object({
	id: z.string(),
	friendly_name: z.string(),
	factor_type: oneOf(['totp', 'webauthn', 'phone', 'recovery_code']),
	status: z.enum(['unverified', 'verified']),
	/** The number to which codes are sent, if the factor is a phone. */
	phone: z.string().nullable(),
	last_challenged_at: z.string().nullable(),
	created_at: z.string(),
	updated_at: z.string(),
})

/** A second factor that is set up, or being set up. Its times are strings, since the row comes as JSON. */
export type FactorRow = z.infer<typeof factorRowSchema>

const identityRowSchema = z.object({
	id: z.string(),
	user_id: z.string(),
	provider: z.string(),
	provider_id: z.string(),
	identity_data: storedMetadataSchema,
	email: z.string().nullable(),
	last_sign_in_at: z.string().nullable(),
	created_at: z.string(),
	updated_at: z.string(),
})

/** One way the user signs in. Its times are strings, since the row comes as JSON. */
export type IdentityRow = z.infer<typeof identityRowSchema>

export const userRowSchema = z.object({
	id: z.string(),
	aud: z.string(),
	role: z.string(),
	email: z.string(),
	/** In E.164 without the plus sign; empty if there is none. */
	phone: z.string(),
	phone_confirmed_at: z.date().nullable(),
	/** When a code sent to the number was last typed. */
	phone_proved_at: z.date().nullable(),
	phone_change: z.string().nullable(),
	phone_change_sent_at: z.date().nullable(),
	encrypted_password: z.string().nullable(),
	email_confirmed_at: z.date().nullable(),
	confirmation_sent_at: z.date().nullable(),
	recovery_sent_at: z.date().nullable(),
	email_change: z.string().nullable(),
	email_change_sent_at: z.date().nullable(),
	reauthentication_sent_at: z.date().nullable(),
	last_sign_in_at: z.date().nullable(),
	banned_until: z.date().nullable(),
	invited_at: z.date().nullable(),
	/** Set if the account was deleted and only its id is left. */
	deleted_at: z.date().nullable(),
	raw_app_meta_data: storedMetadataSchema,
	raw_user_meta_data: storedMetadataSchema,
	is_anonymous: z.boolean(),
	created_at: z.date(),
	updated_at: z.date(),
	identities: z.array(identityRowSchema),
	factors: z.array(factorRowSchema),
})

/** A user's account, as `userColumns` selects it. */
export type UserRow = z.infer<typeof userRowSchema>

/** The columns of `UserRow`, from `auth.users` under the name `u`. */
export const userColumns = sql`
	u.id, u.aud, u.role, coalesce(u.email, '') as email, coalesce(u.phone, '') as phone, u.phone_confirmed_at, u.phone_proved_at,
	u.phone_change, u.phone_change_sent_at, u.encrypted_password, u.email_confirmed_at, u.confirmation_sent_at,
	u.recovery_sent_at, u.email_change, u.email_change_sent_at, u.reauthentication_sent_at,
	u.last_sign_in_at, u.banned_until, u.invited_at, u.deleted_at, u.raw_app_meta_data, u.raw_user_meta_data, u.is_anonymous, u.created_at, u.updated_at,
	(select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id) as identities,
	(select coalesce(jsonb_agg(to_jsonb(f) - 'secret_sealed' order by f.created_at), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors`

/**
 * The condition on `auth.users` that the account has no way to sign in except its address or number. If nobody has confirmed
 * these, the account belongs to nobody.
 */
export const hasNothingElse = sql`not exists (
	select from auth.identities other where other.user_id = users.id and other.provider not in ('email', 'phone'))`

/**
 * Reports whether the account belongs to a user: its address or number is confirmed, or it has another way to sign in. The Admin
 * API can add an unconfirmed address or number to such an account. A stranger who signs up with that address or number must not
 * get the account.
 */
export function isSomebodys(
	user: Pick<UserRow, 'email_confirmed_at' | 'phone_confirmed_at' | 'identities'>,
): boolean {
	if (user.email_confirmed_at !== null || user.phone_confirmed_at !== null) return true
	return user.identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')
}

/**
 * Returns where security notices go. This is the email address or, if there is none, the confirmed number with a plus sign. Empty
 * if there is neither.
 */
export function contactOf({
	email,
	phone,
	phone_confirmed_at,
}: Pick<UserRow, 'email' | 'phone' | 'phone_confirmed_at'>): string {
	if (email !== '') return email
	return phone === '' || phone_confirmed_at === null ? '' : `+${phone}`
}

/** Reports whether the account is banned now. */
export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
	return user.banned_until !== null && user.banned_until > now
}

/**
 * Rejects operations that an anonymous user may not perform. Another user may later take over the account by confirming their own
 * address. A password, second factor or identity would then still belong to the creator of the account.
 */
export function refuseAnonymous({ is_anonymous }: Pick<UserRow, 'is_anonymous'>): void {
	if (is_anonymous) throw anonymousUser()
}

/** Returns the account that fulfils the condition on `u`, locked until the transaction ends. */
export async function lockUserWhere(tx: Transaction, which: Sql): Promise<UserRow | undefined> {
	return await maybeOne(
		tx,
		sql`select ${userColumns} from auth.users u where ${which} for no key update`,
		userRowSchema,
	)
}

/** Reads the account within the transaction. */
export async function readUser(tx: Transaction, id: string): Promise<UserRow> {
	return await one(tx, sql`select ${userColumns} from auth.users u where u.id = ${id}`, userRowSchema)
}

/**
 * Reports whether a factor is verified and can be the second step. Recovery codes do not count, as they only stand in for
 * another factor.
 */
function isSecondStep({ status, factor_type }: FactorRow): boolean {
	return status === 'verified' && factor_type !== 'recovery_code'
}

/** Reports whether signing in requires a second step. */
export function hasSecondStep(user: Pick<UserRow, 'factors'>): boolean {
	return user.factors.some(isSecondStep)
}

/** Returns a user in the Auth API's format, without password or tokens. */
export function presentUser(user: UserRow): Record<string, unknown> {
	return {
		id: user.id,
		aud: user.aud,
		role: user.role,
		email: user.email,
		...dates({
			email_confirmed_at: user.email_confirmed_at,
			phone_confirmed_at: user.phone_confirmed_at,
			confirmed_at: firstOf(user.email_confirmed_at, user.phone_confirmed_at),
			confirmation_sent_at: user.confirmation_sent_at,
			recovery_sent_at: user.recovery_sent_at,
			email_change_sent_at: user.email_change_sent_at,
			phone_change_sent_at: user.phone_change_sent_at,
			reauthentication_sent_at: user.reauthentication_sent_at,
			last_sign_in_at: user.last_sign_in_at,
			banned_until: user.banned_until,
			invited_at: user.invited_at,
			deleted_at: user.deleted_at,
		}),
		...(user.email_change === null ? {} : { new_email: user.email_change }),
		phone: user.phone,
		...(user.phone_change === null ? {} : { new_phone: user.phone_change }),
		app_metadata: user.raw_app_meta_data,
		user_metadata: user.raw_user_meta_data,
		identities: user.identities.map(presentIdentity),
		...(user.factors.length === 0 ? {} : { factors: user.factors.map(presentFactor) }),
		created_at: user.created_at.toISOString(),
		updated_at: user.updated_at.toISOString(),
		is_anonymous: user.is_anonymous,
		// Our extension: tells a page whether to ask for the current password or for a first one.
		has_password: user.encrypted_password !== null,
	}
}

function presentIdentity(identity: IdentityRow): Record<string, unknown> {
	return {
		identity_id: identity.id,
		// In the API `id` is the provider's id for the user.
		id: identity.provider_id,
		user_id: identity.user_id,
		identity_data: identity.identity_data,
		provider: identity.provider,
		last_sign_in_at: isoTime(identity.last_sign_in_at),
		created_at: isoTime(identity.created_at),
		updated_at: isoTime(identity.updated_at),
		...(identity.email === null ? {} : { email: identity.email }),
	}
}

/** Returns a second factor in the Auth API's format, without its secret. */
export function presentFactor(factor: FactorRow): Record<string, unknown> {
	return {
		id: factor.id,
		created_at: isoTime(factor.created_at),
		updated_at: isoTime(factor.updated_at),
		status: factor.status,
		...(factor.friendly_name === '' ? {} : { friendly_name: factor.friendly_name }),
		factor_type: factor.factor_type,
		...(factor.phone === null ? {} : { phone: factor.phone }),
		...(factor.last_challenged_at === null ? {} : { last_challenged_at: isoTime(factor.last_challenged_at) }),
	}
}

function firstOf(one: Date | null, other: Date | null): Date | null {
	if (one === null || other === null) return one ?? other
	return one < other ? one : other
}

function dates(candidates: Record<string, Date | null>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(candidates).flatMap(([name, date]) => (date === null ? [] : [[name, date.toISOString()]])),
	)
}

function isoTime(time: string | null): string | null {
	return time === null ? null : new Date(time).toISOString()
}
