import { type AccountFields, hashOf, readAccountFields } from '#server/apis/auth/admin/account-fields.ts'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { lockUser, userIdOf } from '#server/apis/auth/admin/require-user.ts'
import { confirmPhoneOf, setPhone } from '#server/apis/auth/admin/set-phone.ts'
import { userAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { emailExists } from '#server/apis/auth/errors.ts'
import { storeIdentity } from '#server/apis/auth/oauth/store-identity.ts'
import { adminUserSchema } from '#server/apis/auth/schemas.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { fullMetadata, mergeMetadata } from '#server/apis/auth/user/user-metadata.ts'
import {
	contactOf,
	hasNothingElse,
	presentUser,
	readUser,
	type UserRow,
} from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `PUT /admin/users/:id`: changes an account at once, without a confirmation from its mailbox. A new password, address or number
 * ends every session and voids every emailed link. The user is then notified at the old address. A ban takes effect on every API
 * immediately.
 */
export function changeUser(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Changes a user.',
			for: 'the service role',
			body: adminUserSchema,
			answers: { 200: userAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: async (c) => {
			const id = userIdOf(c)
			return { id, fields: await readAccountFields(c, auth, id) }
		},
		act: async (c, admin, { id, fields }) => {
			const device = deviceOf(c)
			const password = await hashOf(auth, fields, device.address)
			const now = auth.clock.now()
			const user = await auth.database.asServer(async (tx) => {
				const current = await lockUser(tx, id)
				if (current.deleted_at !== null) throw validationFailed('The account of this user has been deleted')
				const changed = await change(tx, current, fields, { password, device, now })
				const details = { user_id: id, changed: changedFields(fields) }
				const { address } = device
				await tx.execute(recordServiceAct({ ...admin, action: 'user_changed', details, address }))
				return changed
			})
			return c.json(presentUser(user))
		},
	})
}

interface ChangeOptions {
	/** The hash of the new password. */
	password: string | undefined
	device: Device
	now: Date
}

async function change(
	tx: Transaction,
	user: UserRow,
	fields: AccountFields,
	{ password, device, now }: ChangeOptions,
): Promise<UserRow> {
	const email = fields.email === user.email ? undefined : fields.email
	if (email !== undefined) await setEmail(tx, user, { email, now, isConfirmed: fields.emailConfirm })
	if (password !== undefined)
		await tx.execute(
			sql`update auth.users set encrypted_password = ${password}, updated_at = ${now} where id = ${user.id}`,
		)
	if (fields.emailConfirm) await confirm(tx, await readUser(tx, user.id), now)
	const phone = fields.phone === user.phone ? undefined : fields.phone
	if (phone !== undefined) await setPhone(tx, user, { phone, isConfirmed: fields.phoneConfirm, now })
	else if (fields.phoneConfirm) await confirmPhoneOf(tx, user, now)
	const noticeTo = contactOf(user.email_confirmed_at === null ? { ...user, email: '' } : user)
	if (email !== undefined || password !== undefined || phone !== undefined) {
		await tx.execute(sql`delete from auth.sessions where user_id = ${user.id}`)
		await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
		await tx.execute(sql`delete from auth.flow_state where user_id = ${user.id}`)
		const action =
			email !== undefined
				? 'email_changed'
				: password !== undefined
					? 'user_updated_password'
					: 'phone_changed'
		await recordEvent(tx, { userId: user.id, action, from: device, now, noticeTo })
	}
	await setMetadata(tx, await readUser(tx, user.id), fields, now)
	if (fields.bannedUntil !== undefined)
		await tx.execute(
			sql`update auth.users set banned_until = ${fields.bannedUntil}, updated_at = ${now} where id = ${user.id}`,
		)
	return await readUser(tx, user.id)
}

/**
 * Changes the account's address. Deletes an unconfirmed account that has the new address. Throws `email_exists` if any other
 * account has it.
 */
async function setEmail(
	tx: Transaction,
	user: UserRow,
	{ email, isConfirmed, now }: { email: string; isConfirmed: boolean; now: Date },
): Promise<void> {
	await tx.execute(sql`
		delete from auth.users where email = ${email} and id <> ${user.id} and email_confirmed_at is null and phone_confirmed_at is null
			and ${hasNothingElse}`)
	const isTaken = await exists(tx, sql`select from auth.users where email = ${email} and id <> ${user.id}`)
	if (isTaken) throw emailExists()
	await tx.execute(sql`
		update auth.users set email = ${email}, email_change = null, email_change_sent_at = null, updated_at = ${now}
		where id = ${user.id}`)
	const data = fullMetadata(user.raw_user_meta_data, {
		id: user.id,
		email,
		verified: isConfirmed || user.email_confirmed_at !== null,
	})
	await storeIdentity(tx, { ...user, email }, { provider: 'email', providerId: user.id, data }, now)
}

/** Confirms the address. Deletes the sign-ups waiting for its confirmation, as strangers may have made them. */
async function confirm(tx: Transaction, user: UserRow, now: Date): Promise<void> {
	const verified = { email: user.email, email_verified: true }
	await tx.execute(sql`delete from auth.one_time_tokens where user_id = ${user.id}`)
	await tx.execute(sql`
		update auth.identities set identity_data = identity_data || ${JSON.stringify(verified)}::jsonb, updated_at = ${now}
		where user_id = ${user.id} and provider = 'email'`)
	await tx.execute(sql`
		update auth.users set
			email_confirmed_at = coalesce(email_confirmed_at, ${now}), is_anonymous = is_anonymous and email is null,
			raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'::jsonb, updated_at = ${now}
		where id = ${user.id}`)
}

async function setMetadata(
	tx: Transaction,
	user: UserRow,
	{ userMetadata, appMetadata }: AccountFields,
	now: Date,
): Promise<void> {
	if (userMetadata === undefined && appMetadata === undefined) return
	const own = mergeMetadata(user.raw_user_meta_data, userMetadata ?? {})
	const apps = mergeMetadata(user.raw_app_meta_data, appMetadata ?? {})
	await tx.execute(sql`
		update auth.users set
			raw_user_meta_data = ${JSON.stringify(own)}::jsonb, raw_app_meta_data = ${JSON.stringify(apps)}::jsonb, updated_at = ${now}
		where id = ${user.id}`)
}

/** Returns the names of the changed fields for the audit log, never their values. */
function changedFields(fields: AccountFields): string[] {
	return Object.entries(fields).flatMap(([name, value]) =>
		value === undefined || value === false ? [] : [name],
	)
}
