import type { MiddlewareHandler } from 'hono'
import { AppError, type AppErrorCode } from '#server/platform/app-error.ts'
import type { Authenticate } from '#server/platform/http/authenticate.ts'
import type { Env } from '#server/platform/http/handle.ts'
import type { Refusals } from './refusals.ts'

/**
 * Records each call that is refused because of who calls it, under the name `what`. `readCode` returns the code of such a refusal,
 * and undefined for any other error. The answer stays the same.
 */
export function noteRefusedCalls(
	{ authenticate, refusals }: { authenticate: Authenticate; refusals: Pick<Refusals, 'note'> },
	what: string,
	readCode: (error: AppError) => AppErrorCode | undefined,
): MiddlewareHandler<Env> {
	return async (c, next) => {
		await next()
		const code = c.error instanceof AppError ? readCode(c.error) : undefined
		if (code === undefined) return
		const caller = await authenticate(c.req.raw).catch(() => undefined)
		const tried = caller?.role === 'authenticated' ? { userId: caller.claims.sub } : {}
		refusals.note({ place: 'act', what, code, tried, from: c.get('clientAddress') })
	}
}
