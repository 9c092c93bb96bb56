import type { Context } from 'hono'
import { z } from 'zod'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { findUser, userIdOf } from '#server/apis/auth/admin/require-user.ts'
import { passkeyAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { passkeyNotFound } from '#server/apis/auth/passkeys/errors.ts'
import { requirePasskeyManager, requirePasskeys } from '#server/apis/auth/passkeys/require-passkeys.ts'
import type { CredentialRow } from '#server/apis/auth/passkeys/webauthn.ts'
import { credentialColumns, credentialRow } from '#server/apis/auth/passkeys/webauthn.ts'
import { passkeyNameSchema, readBody } from '#server/apis/auth/schemas.ts'
import { lockAccountOf, requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { type Device, deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf, type UserRow } from '#server/apis/auth/user/users.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

export const passkeyRow = z.object({
	id: z.string(),
	friendly_name: z.string(),
	created_at: z.date(),
	last_used_at: z.date().nullable(),
})

type PasskeyRow = z.infer<typeof passkeyRow>

/** Returns a passkey in the Auth API's format. */
export function presentPasskey({ id, friendly_name, created_at, last_used_at }: PasskeyRow) {
	return {
		id,
		...(friendly_name === '' ? {} : { friendly_name }),
		created_at: created_at.toISOString(),
		...(last_used_at === null ? {} : { last_used_at: last_used_at.toISOString() }),
	}
}

/** Lists a user's keys, both passkeys and second factors. The options for the browser name or exclude them. */
export async function listCredentials(
	database: Pick<Database, 'query'>,
	userId: string,
): Promise<CredentialRow[]> {
	return await database.query(
		sql`
		select ${credentialColumns} from auth.webauthn_credentials
		where user_id = ${userId} order by created_at, id`,
		credentialRow,
	)
}

/** `GET /passkeys`: lists the user's passkeys. */
export function listPasskeys(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Lists the user’s passkeys.', for: 'users', answers: { 200: z.array(passkeyAnswer) } },
		authenticate: (c) => {
			requirePasskeys(auth)
			return requireLiveSession(auth, c.req.raw)
		},
		act: async (c, { user }) => c.json(await passkeysOf(auth.database, user.id)),
	})
}

/** `GET /admin/users/:id/passkeys`: lists a user's passkeys. */
export function listPasskeysOfUser(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Lists a user’s passkeys.',
			for: 'the service role',
			answers: { 200: z.array(passkeyAnswer) },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: userIdOf,
		act: async (c, _admin, id) => {
			await findUser(auth.database, id)
			return c.json(await passkeysOf(auth.database, id))
		},
	})
}

async function passkeysOf(database: Pick<Database, 'query'>, userId: string) {
	const rows = await database.query(
		sql`
		select id, friendly_name, created_at, last_used_at from auth.webauthn_credentials
		where user_id = ${userId} and factor_id is null order by created_at, id`,
		passkeyRow,
	)
	return rows.map(presentPasskey)
}

const longestName = 120

/** `PATCH /passkeys/:id`: renames a passkey. */
export function renamePasskey(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Renames a passkey.',
			for: 'users',
			body: passkeyNameSchema,
			answers: { 200: passkeyAnswer },
		},
		authenticate: (c) => {
			requirePasskeys(auth)
			return requireLiveSession(auth, c.req.raw)
		},
		parse: async (c) => ({ id: passkeyIdOf(c), name: await readName(c) }),
		act: async (c, session, { id, name }) => {
			const { user } = session
			const now = auth.clock.now()
			await auth.rateLimits.consume('updateUser', user.id)
			const renamed = await auth.database.asServer(async (tx) => {
				await lockAccountOf(tx, session, now)
				const passkey = await maybeOne(
					tx,
					sql`
					update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${now} where ${ownPasskey(user.id, id)}
					returning id, friendly_name, created_at, last_used_at`,
					passkeyRow,
				)
				if (passkey === undefined) throw passkeyNotFound()
				const details = { passkey_id: id }
				await recordEvent(tx, { userId: user.id, action: 'passkey_updated', from: deviceOf(c), now, details })
				return passkey
			})
			return c.json(presentPasskey(renamed))
		},
	})
}

async function readName(c: Context<Env>): Promise<string> {
	const { friendly_name: name } = await readBody(c.req.raw, passkeyNameSchema)
	if (name === '') throw validationFailed('friendly_name is required')
	if (name.length > longestName)
		throw validationFailed(`friendly_name must be ${longestName} characters or less`)
	if (/\p{Cc}/u.test(name) || !name.isWellFormed()) throw validationFailed('friendly_name must be plain text')
	return name
}

/** `DELETE /passkeys/:id`: removes a passkey, and notifies the user. Requires a recent sign-in, like removing any way to sign in. */
export function deletePasskey(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Removes a passkey.', for: 'users', answers: { 204: 'nothing' } },
		authenticate: (c) =>
			requirePasskeyManager(auth, c.req.raw, 'Removing a passkey requires reauthentication'),
		parse: (c) => passkeyIdOf(c),
		act: async (c, session, id) => {
			const { user } = session
			const now = auth.clock.now()
			await auth.rateLimits.consume('updateUser', user.id)
			await auth.database.asServer(async (tx) => {
				await lockAccountOf(tx, session, now)
				await remove(tx, user, { id, now, from: deviceOf(c) })
			})
			return c.body(null, 204)
		},
	})
}

/** `DELETE /admin/users/:id/passkeys/:passkey`: removes a user's passkey, and notifies the user. */
export function deletePasskeyOfUser(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Removes a user’s passkey.', for: 'the service role', answers: { 204: 'nothing' } },
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: (c) => ({ userId: userIdOf(c), id: passkeyIdOf(c, 'passkey') }),
		act: async (c, admin, { userId, id }) => {
			const user = await findUser(auth.database, userId)
			const from = deviceOf(c)
			await auth.database.asServer(async (tx) => {
				await remove(tx, user, { id, now: auth.clock.now(), from })
				const act = { details: { user_id: userId, passkey_id: id }, address: from.address }
				await tx.execute(recordServiceAct({ ...admin, ...act, action: 'passkey_removed' }))
			})
			return c.body(null, 204)
		},
	})
}

async function remove(
	tx: Transaction,
	user: UserRow,
	{ id, now, from }: { id: string; now: Date; from: Device },
): Promise<void> {
	const removed = await tx.execute(
		sql`delete from auth.webauthn_credentials where ${ownPasskey(user.id, id)}`,
	)
	if (removed === 0) throw passkeyNotFound()
	const details = { passkey_id: id }
	const noticeTo = contactOf(user)
	await recordEvent(tx, { userId: user.id, action: 'passkey_deleted', from, now, details, noticeTo })
}

/**
 * Returns the condition that finds a user's passkey. It never finds a key that is a second factor, because that key is removed
 * together with the factor.
 */
function ownPasskey(userId: string, id: string): Sql {
	return sql`id = ${id} and user_id = ${userId} and factor_id is null`
}

function passkeyIdOf(c: Context<Env>, parameter = 'id'): string {
	const id = z.guid().safeParse(c.req.param(parameter)).data
	if (id === undefined) throw passkeyNotFound()
	return id
}
