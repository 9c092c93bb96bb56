import type { MiddlewareHandler } from 'hono'
import type { AppError, AppErrorCode } from '#server/platform/app-error.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { noteRefusedCalls } from '#server/platform/refusals/note-refused-calls.ts'
import type { AdminApiDependencies } from './dependencies.ts'
import { AccountBanned } from './errors.ts'
import { RoleRefused } from './require-member.ts'

/** What a member may not do, in the codes of `requireMember`, `requireRole`, `requireRecentStep` and the limit on acts. */
const refusals: ReadonlySet<AppErrorCode> = new Set([
	'access_denied',
	'not_admin',
	'insufficient_aal',
	'over_request_rate_limit',
])
/** The pages call this to find out which step is missing. */
const asksForStep = 'who-am-i'

/** Records each call of an operation that is refused because of who calls it. */
export function noteRefused(
	name: string,
	admin: Pick<AdminApiDependencies, 'authenticate' | 'refusals'>,
): MiddlewareHandler<Env> {
	return noteRefusedCalls(admin, name, (error) => {
		const code = codeOf(error)
		return code === 'insufficient_aal' && name === asksForStep ? undefined : code
	})
}

/** Returns the code of a refusal; undefined for any other error. */
function codeOf({ code, cause }: AppError): AppErrorCode | undefined {
	if (cause instanceof RoleRefused) return 'access_denied'
	if (cause instanceof AccountBanned) return 'user_banned'
	return refusals.has(code) ? code : undefined
}
