import { z } from 'zod'
import { answerPage, readPage } from '#server/apis/auth/admin/pages.ts'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { auditAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { count, oneOf } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

const entryRow = z.object({
	id: z.string(),
	user_id: z.string().nullable(),
	email: z.string().nullable(),
	actor: oneOf(['user', 'service_role', 'owner']),
	acted_by: z.string().nullable(),
	action: z.string(),
	details: z.record(z.string(), z.unknown()),
	ip_address: z.string().nullable(),
	created_at: z.date(),
})

/**
 * `GET /admin/audit`: lists what happened to accounts, newest first. `query` filters by action (`action:login`) or by author
 * (`author:ada@student.test`, or a part of the address). Throws `validation_failed` for any other filter.
 */
export function listAuditEntries(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Lists what happened to accounts, newest first.',
			for: 'the service role',
			query: ['query', 'page', 'per_page'],
			answers: { 200: auditAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: (c) => ({ page: readPage(c), which: readQuery(c.req.query('query') ?? '') }),
		act: async (c, _admin, { page, which }) => {
			const from = sql`auth.audit_log_entries a left join auth.users u on u.id = coalesce(a.acted_by, a.user_id) where ${which}`
			const total = await count(auth.database, sql`select count(*) from ${from}`)
			const entries = await auth.database.query(
				sql`
				select a.id, a.user_id, u.email, a.actor, a.acted_by, a.action, a.details, a.ip_address, a.created_at
				from ${from} order by a.created_at desc, a.id limit ${page.size} offset ${(page.number - 1) * page.size}`,
				entryRow,
			)
			return answerPage(c, entries.map(presentEntry), { page, total })
		},
	})
}

function readQuery(query: string): Sql {
	if (query === '') return sql`true`
	const [, scope, text] = /^(action|author):(.{1,255})$/s.exec(query) ?? []
	if (scope === undefined || text === undefined)
		throw validationFailed(`Invalid query scope: ${query.slice(0, 40)}`)
	const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
	return scope === 'action' ? sql`a.action ilike ${part}` : sql`u.email ilike ${part}`
}

/** Returns an entry in the Auth API's format. */
function presentEntry(entry: z.infer<typeof entryRow>): Record<string, unknown> {
	return {
		id: entry.id,
		payload: {
			action: entry.action,
			actor_id: entry.acted_by ?? entry.user_id,
			actor_username: entry.actor === 'service_role' ? 'service_role' : entry.email,
			actor_via_sso: false,
			log_type: entry.actor === 'user' ? 'account' : 'team',
			traits: entry.details,
		},
		created_at: entry.created_at.toISOString(),
		ip_address: entry.ip_address ?? '',
	}
}
