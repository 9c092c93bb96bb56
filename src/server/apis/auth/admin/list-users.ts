import { z } from 'zod'
import { answerPage, readPage } from '#server/apis/auth/admin/pages.ts'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { findUser, userIdOf } from '#server/apis/auth/admin/require-user.ts'
import { factorAnswer, userAnswer, usersAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { presentFactor, presentUser, userColumns, userRowSchema } from '#server/apis/auth/user/users.ts'
import { count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { foldText } from '#shared/fold-text.ts'

/** `GET /admin/users`: lists the users, newest first; with `filter`, those whose address, number or name contains it. */
export function listUsers(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Lists users, newest first.',
			for: 'the service role',
			query: ['page', 'per_page', 'filter'],
			answers: { 200: usersAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: (c) => ({ page: readPage(c), filter: (c.req.query('filter') ?? '').slice(0, 255) }),
		act: async (c, _admin, { page, filter }) => {
			const part = literalPart(filter)
			const inName = literalPart(foldText(filter) || filter)
			const which =
				filter === ''
					? sql`true`
					: sql`(u.email like lower(${part}) or u.phone like ${part.replace(/[+ ]/g, '')} or shop.fold_for_search(u.raw_user_meta_data ->> 'display_name') like ${inName}
						or shop.fold_for_search(u.raw_user_meta_data ->> 'full_name') like ${inName})`
			const total = await count(auth.database, sql`select count(*) from auth.users u where ${which}`)
			const users = await auth.database.query(
				sql`
				select ${userColumns} from auth.users u where ${which}
				order by u.created_at desc, u.id limit ${page.size} offset ${(page.number - 1) * page.size}`,
				userRowSchema,
			)
			const body = { users: users.map(presentUser), aud: 'authenticated' }
			return answerPage(c, body, { page, total })
		},
	})
}

/** Returns the pattern for a part of a text, which is matched literally: an underscore in an address is not a wildcard. */
function literalPart(text: string): string {
	return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** `GET /admin/users/:id`: returns one user. */
export function readUserById(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Returns a user.', for: 'the service role', answers: { 200: userAnswer } },
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: userIdOf,
		act: async (c, _admin, id) => c.json(presentUser(await findUser(auth.database, id))),
	})
}

/** `GET /admin/users/:id/factors`: lists the user's second factors. */
export function listFactors(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Lists a user’s second steps.',
			for: 'the service role',
			answers: { 200: z.array(factorAnswer) },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: userIdOf,
		act: async (c, _admin, id) => c.json((await findUser(auth.database, id)).factors.map(presentFactor)),
	})
}
