import { type Context, Hono } from 'hono'
import { readJson } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { renderError } from '#server/platform/http/render-error.ts'
import type { AdminApiDependencies } from './dependencies.ts'
import { describeApi, methodOf, servedOperations } from './describe.ts'
import { unknownOperation, wrongMethod } from './errors.ts'
import { noteRefused } from './note-refused.ts'
import type { Operation, Operations } from './operation.ts'
import { type Member, requireMember, requireRecentStep, requireRole } from './require-member.ts'

export type { AdminApiDependencies } from './dependencies.ts'

const bodyLimitBytes = 256 * 1024

/**
 * Serves the admin's API: `GET /api/<name>` for operations that read, `POST /api/<name>` for those that act or receive a file.
 * Ids and addresses are sent in the query or the body, never in the path, to keep them out of the log.
 */
export function createAdminApi(admin: AdminApiDependencies, operations: Operations): Hono<Env> {
	const routes = new Hono<Env>()
	routes.onError(renderError)
	routes.use(async (c, next) => {
		await next()
		c.res.headers.set('cache-control', 'no-store')
	})
	const description = handle({ authenticate: memberOf(admin), act: (c) => c.json(describeApi(operations)) })
	routes.get('/', noteRefused('description of the API', admin), description)
	for (const [name, operation] of servedOperations(operations)) {
		const method = methodOf(operation.kind)
		routes.on(method, `/${name}`, noteRefused(name, admin), handlerOf(name, operation, admin))
		routes.all(`/${name}`, () => {
			throw wrongMethod(method)
		})
	}
	routes.all('*', () => {
		throw unknownOperation()
	})
	return routes
}

function handlerOf(name: string, operation: Operation, admin: AdminApiDependencies): Handler {
	const { kind, roles, sensitive } = operation
	const allowed = async (c: Context<Env>) => {
		const member = await memberOf(admin)(c)
		requireRole(member, roles)
		return member
	}
	return handle({
		authenticate: allowed,
		limit: async (_c, { id }) => {
			if (kind !== 'read' && id !== null) await admin.rateLimits.consume('adminAct', id)
		},
		parse: async (c, caller) => {
			if (kind !== 'act' && kind !== 'save') {
				if (sensitive) requireRecentStep(admin, caller)
				return { member: caller, sent: queryOf(c.req.queries()) }
			}
			const sent = await readJson(c.req.raw, bodyLimitBytes)
			// Checked again: a caller can hold back the body of a request, and act with it after they have been removed.
			const member = await allowed(c)
			const isPreview =
				typeof sent === 'object' && sent !== null && 'preview' in sent && sent.preview === true
			if (sensitive && !isPreview) requireRecentStep(admin, member)
			return { member, sent }
		},
		act: (c, _caller, given) => operation.run({ name, admin, ...given, request: c.req.raw }),
	})
}

function memberOf(admin: AdminApiDependencies): (c: Parameters<Handler>[0]) => Promise<Member> {
	return (c) =>
		requireMember(admin, c.req.raw, { isBackground: c.req.header('x-in-background') !== undefined })
}

/** Returns the query as an object. A name that occurs more than once has a list of its values. */
function queryOf(queries: Readonly<Record<string, readonly string[]>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
	)
}
