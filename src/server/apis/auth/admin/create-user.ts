import { randomUUID } from 'node:crypto'
import { type AccountFields, hashOf, readAccountFields } from '#server/apis/auth/admin/account-fields.ts'
import { userConflict } from '#server/apis/auth/admin/errors.ts'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { setPhone } from '#server/apis/auth/admin/set-phone.ts'
import { userAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { emailExists } from '#server/apis/auth/errors.ts'
import { adminUserSchema } from '#server/apis/auth/schemas.ts'
import { appMetadata } from '#server/apis/auth/sign-up/email-account.ts'
import { fullMetadata, mergeMetadata, type UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { presentUser, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /admin/users`: creates an account without sending an email or a text message. Nobody can sign in to it until its
 * address or number is confirmed: here, with `email_confirm` or `phone_confirm`, or later by its user.
 */
export function createUser(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Creates a user.',
			for: 'the service role',
			body: adminUserSchema,
			answers: { 200: userAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: (c) => readAccountFields(c, auth),
		act: async (c, admin, fields) => {
			const { email, phone, phoneConfirm } = fields
			if (email === undefined && phone === undefined)
				throw validationFailed('Cannot create a user without either an email or phone')
			const address = c.get('clientAddress')
			const password = await hashOf(auth, fields, address)
			const now = auth.clock.now()
			const user = await auth.database.asServer(async (tx) => {
				const inserted = await insertUser(tx, { ...fields, email }, { password: password ?? null, now })
				const created =
					phone === undefined
						? inserted
						: await setPhone(tx, inserted, { phone, isConfirmed: phoneConfirm, now })
				const details = { user_id: created.id, confirmed: fields.emailConfirm || phoneConfirm }
				await tx.execute(recordServiceAct({ ...admin, action: 'user_created', details, address }))
				return created
			})
			return c.json(presentUser(user))
		},
	})
}

interface NewUser extends Partial<Pick<AccountFields, 'id' | 'emailConfirm' | 'bannedUntil'>> {
	/** Undefined for an account that has only a number. */
	email: string | undefined
	userMetadata?: UserMetadata | undefined
	appMetadata?: UserMetadata | undefined
}

/** Inserts a user with the identity of their address. Throws `email_exists`, and `conflict` if the id is taken. */
export async function insertUser(
	tx: Transaction,
	{ id = randomUUID(), email: given, emailConfirm: confirms = false, userMetadata = {}, ...fields }: NewUser,
	{ password, now }: { password: string | null; now: Date },
): Promise<UserRow> {
	const email = given ?? ''
	const emailConfirm = confirms && email !== ''
	const data = emailConfirm ? fullMetadata(userMetadata, { id, email, verified: true }) : userMetadata
	const identity = fullMetadata(userMetadata, { id, email, verified: emailConfirm })
	const own = mergeMetadata(email === '' ? {} : appMetadata, fields.appMetadata ?? {})
	const isTaken = await exists(tx, sql`select from auth.users where email = ${email}`)
	if (isTaken) throw emailExists()
	const inserted = await tx.execute(sql`
		insert into auth.users (
			id, email, encrypted_password, email_confirmed_at, banned_until, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
		) values (
			${id}, nullif(${email}, ''), ${password}, ${emailConfirm ? now : null}, ${fields.bannedUntil ?? null}, ${JSON.stringify(own)}::jsonb,
			${JSON.stringify(data)}::jsonb, ${now}, ${now}
		) on conflict do nothing`)
	if (inserted === 0) throw userConflict()
	if (email !== '')
		await tx.execute(sql`
		insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
		values (${id}, 'email', ${id}, ${JSON.stringify(identity)}::jsonb, ${now}, ${now})`)
	return await readUser(tx, id)
}
