import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { ApiError } from '#sandbox/stripe/api/api-error.ts'
import type { ApiKey } from '#sandbox/stripe/api/authenticate.ts'
import { rateLimited } from '#sandbox/stripe/api/call-rate.ts'
import type { OperationFault } from '#sandbox/stripe/switches/switches.ts'

export interface ApiEnv {
	Bindings: HttpBindings
	Variables: { requestId: string; apiKey: ApiKey }
}

export type ApiContext = Context<ApiEnv>

/**
 * Applies a fault before the call is processed: waits, resets the connection, or throws the `ApiError` to answer with. Returns
 * undefined if the call is to be processed.
 */
export async function beforeActing(c: ApiContext, fault: OperationFault): Promise<Response | undefined> {
	switch (fault.fault) {
		case 'delay':
			await wait(c, fault.ms)
			return undefined
		case 'hang':
			await wait(c, fault.ms)
			return resetConnection(c)
		case 'cut-before':
			return resetConnection(c)
		case 'answer-429':
			adviseOnRetry(c, fault)
			throw rateLimited()
		case 'answer-lock-timeout':
			adviseOnRetry(c, { shouldRetry: true, ...fault })
			throw lockTimeout()
		default:
			return undefined
	}
}

function adviseOnRetry(
	c: ApiContext,
	{ retryAfterSeconds, shouldRetry }: Pick<OperationFault, 'retryAfterSeconds' | 'shouldRetry'>,
): void {
	if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
	if (shouldRetry !== undefined) c.header('stripe-should-retry', String(shouldRetry))
}

function lockTimeout(): ApiError {
	return new ApiError({
		status: 429,
		code: 'lock_timeout',
		message:
			'This object is locked by another request or process at Stripe. Retry the request; if you see this often, make your requests for one object one after the other.',
	})
}

/** Applies a fault to the answer of a call that has been processed. */
export function afterActing(c: ApiContext, fault: OperationFault, answer: Response): Response {
	switch (fault.fault) {
		case 'cut-after':
			return resetConnection(c)
		case 'answer-nonsense':
			return new Response('<html><body>502 Bad Gateway</body></html>', {
				status: 200,
				headers: { 'content-type': 'text/html' },
			})
		default:
			return answer
	}
}

/** Resets the connection, as if a machine between the two ends had failed. */
function resetConnection(c: ApiContext): Response {
	c.env.incoming.socket.destroy()
	return RESPONSE_ALREADY_SENT
}

/** Waits, but only until the caller disconnects. */
function wait(c: ApiContext, ms: number): Promise<void> {
	return new Promise((resolve) => {
		const { socket } = c.env.incoming
		const done = () => {
			clearTimeout(timer)
			socket.off('close', done)
			resolve()
		}
		const timer = setTimeout(done, ms)
		socket.once('close', done)
	})
}
