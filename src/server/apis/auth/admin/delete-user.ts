import { eraseAccount } from '#server/apis/auth/account/erase-account.ts'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { lockUser, userIdOf } from '#server/apis/auth/admin/require-user.ts'
import { nothingToSay } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { adminDeletionSchema, readOptionalBody } from '#server/apis/auth/schemas.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `DELETE /admin/users/:id`: deletes an account, by the rules that apply when its user deletes it. Purchases and receipts are
 * kept for accounting, but no longer belong to a user. With `should_soft_delete`, the id is kept as well, as a record that the
 * account existed.
 */
export function deleteUser(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Deletes a user.',
			for: 'the service role',
			body: adminDeletionSchema,
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: async (c) => {
			const { should_soft_delete } = await readOptionalBody(c.req.raw, adminDeletionSchema)
			return { id: userIdOf(c), keepsId: should_soft_delete }
		},
		act: async (c, admin, { id, keepsId }) => {
			const now = auth.clock.now()
			await auth.database.asServer(async (tx) => {
				const { deleted_at, created_at } = await lockUser(tx, id)
				if (deleted_at !== null && keepsId) return
				await eraseAccount(tx, id, now)
				if (keepsId)
					await tx.execute(sql`
						insert into auth.users (id, deleted_at, created_at, updated_at) values (${id}, ${now}, ${created_at}, ${now})`)
				const details = { user_id: id, soft: keepsId }
				const address = c.get('clientAddress')
				await tx.execute(recordServiceAct({ ...admin, action: 'user_deleted', details, address }))
			})
			return c.json({})
		},
	})
}
