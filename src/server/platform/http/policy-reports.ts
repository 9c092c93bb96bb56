import { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import { readBody } from '#server/platform/http/body.ts'
import { anyone, type Env, handle } from '#server/platform/http/handle.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'

const reportSchema = z.object({
	'csp-report': z.object({
		'violated-directive': z.string().max(200).optional(),
		'effective-directive': z.string().max(200).optional(),
		'blocked-uri': z.string().max(2_000).optional(),
	}),
})

/** Receives reports of content security policy violations. Logs only the directive and the blocked address. */
export function policyReportRoutes({ rateLimits }: { rateLimits: RateLimits }): Hono<Env> {
	const routes = new Hono<Env>()
	routes.post(
		'/csp-reports',
		handle({
			authenticate: anyone,
			limit: (c) => rateLimits.consume('policyReport', c.get('clientAddress')),
			parse: (c) => readBody(c.req.raw, reportSchema, 16_384),
			act: (c, _caller, { 'csp-report': report }) => {
				c.get('log').warn(
					{
						directive: report['effective-directive'] ?? report['violated-directive'],
						blocked: withoutQuery(report['blocked-uri'] ?? ''),
					},
					'a page broke its content security policy',
				)
				return c.body(null, 204)
			},
		}),
	)
	routes.onError((error, c) => c.body(null, error instanceof AppError && error.status === 429 ? 429 : 400))
	return routes
}

/** Removes the query and fragment, which may contain a token. */
function withoutQuery(address: string): string {
	return address.split(/[?#]/)[0] ?? ''
}
