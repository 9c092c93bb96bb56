import type { Context } from 'hono'
import type { AdminDependencies } from '#server/apis/admin/dependencies.ts'
import { AccountBanned, RoleRefused } from '#server/apis/admin/require-member.ts'
import { AppError, type AppErrorCode } from '#server/platform/app-error.ts'
import type { Env, Handler } from '#server/platform/http/handle.ts'

/** What a member may not do, in the codes of `requireMember`, `requireRole`, `requireRecentStep` and the limit on acts. */
const refusals: ReadonlySet<AppErrorCode> = new Set([
	'access_denied',
	'not_admin',
	'insufficient_aal',
	'over_request_rate_limit',
])
/** The pages call this to find out which step is missing. */
const asksForStep = 'who-am-i'

/** Records each call of an operation that is refused because of who calls it. The answer stays the same. */
export function noteRefused(
	name: string,
	{ authenticate, refusals: record }: Pick<AdminDependencies, 'authenticate' | 'refusals'>,
	handler: Handler,
): Handler {
	return async (c: Context<Env>) => {
		try {
			return await handler(c)
		} catch (error) {
			const code = codeOf(error)
			if (code !== undefined && !(code === 'insufficient_aal' && name === asksForStep)) {
				const caller = await authenticate(c.req.raw).catch(() => undefined)
				const tried = caller?.role === 'authenticated' ? { userId: caller.claims.sub } : {}
				record.note({ place: 'act', what: name, code, tried, from: c.get('clientAddress') })
			}
			throw error
		}
	}
}

/** Returns the code of a refusal; undefined for any other error. */
function codeOf(error: unknown): AppErrorCode | undefined {
	if (!(error instanceof AppError)) return undefined
	if (error.cause instanceof RoleRefused) return 'access_denied'
	if (error.cause instanceof AccountBanned) return 'user_banned'
	return refusals.has(error.code) ? error.code : undefined
}
