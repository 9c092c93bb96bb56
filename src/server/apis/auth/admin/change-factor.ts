import type { Context } from 'hono'
import { z } from 'zod'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { lockUser, userIdOf } from '#server/apis/auth/admin/require-user.ts'
import { factorAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { malformedId } from '#server/apis/auth/errors.ts'
import { readName } from '#server/apis/auth/factors/enrol-factor.ts'
import { factorNameTaken, factorNotFound } from '#server/apis/auth/factors/errors.ts'
import { removeFactor } from '#server/apis/auth/factors/remove-factor.ts'
import { adminFactorSchema, readBody } from '#server/apis/auth/schemas.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf, type FactorRow, presentFactor, type UserRow } from '#server/apis/auth/user/users.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/** `DELETE /admin/users/:id/factors/:factor`: removes a second factor that its user has lost, and notifies the user. */
export function deleteFactor(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Removes a user’s second step.', for: 'the service role', answers: { 200: factorAnswer } },
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: (c) => ({ userId: userIdOf(c), factorId: factorIdOf(c) }),
		act: async (c, admin, { userId, factorId }) => {
			const now = auth.clock.now()
			const device = deviceOf(c)
			const removed = await auth.database.asServer(async (tx) => {
				const user = await lockUser(tx, userId)
				const factor = ownFactor(user, factorId)
				await removeFactor(tx, { userId, factorId, now })
				const noticeTo = factor.status === 'verified' ? { noticeTo: contactOf(user) } : {}
				const details = { factor_id: factorId }
				await recordEvent(tx, {
					userId,
					action: 'factor_unenrolled',
					from: device,
					now,
					details,
					...noticeTo,
				})
				const act = { details: { user_id: userId, ...details }, address: device.address }
				await tx.execute(recordServiceAct({ ...admin, ...act, action: 'factor_removed' }))
				return factor
			})
			return c.json(presentFactor(removed))
		},
	})
}

/** `PUT /admin/users/:id/factors/:factor`: renames a second factor. */
export function changeFactor(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Renames a user’s second step.',
			for: 'the service role',
			body: adminFactorSchema,
			answers: { 200: factorAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: async (c) => ({
			userId: userIdOf(c),
			factorId: factorIdOf(c),
			name: await readNewName(c),
		}),
		act: async (c, admin, { userId, factorId, name }) => {
			const now = auth.clock.now()
			const changed = await auth.database.asServer(async (tx) => {
				const user = await lockUser(tx, userId)
				const factor = ownFactor(user, factorId)
				if (user.factors.some(({ id, friendly_name }) => id !== factorId && friendly_name === name))
					throw factorNameTaken(name)
				await tx.execute(
					sql`update auth.mfa_factors set friendly_name = ${name}, updated_at = ${now} where id = ${factorId}`,
				)
				const act = { details: { user_id: userId, factor_id: factorId }, address: c.get('clientAddress') }
				await tx.execute(recordServiceAct({ ...admin, ...act, action: 'factor_changed' }))
				return { ...factor, friendly_name: name, updated_at: now.toISOString() }
			})
			return c.json(presentFactor(changed))
		},
	})
}

async function readNewName(c: Context<Env>): Promise<string> {
	const { friendly_name } = await readBody(c.req.raw, adminFactorSchema)
	if (friendly_name === '') throw validationFailed('A friendly name is required')
	return readName(friendly_name)
}

function factorIdOf(c: Context<Env>): string {
	const id = z.uuid().safeParse(c.req.param('factor')).data
	if (id === undefined) throw malformedId('factor_id')
	return id.toLowerCase()
}

function ownFactor({ factors }: UserRow, id: string): FactorRow {
	const factor = factors.find((candidate) => candidate.id === id)
	if (factor === undefined) throw factorNotFound()
	return factor
}
