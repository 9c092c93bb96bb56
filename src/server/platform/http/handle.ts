import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { sentByOtherSite } from '#server/platform/errors.ts'
import { type About, describe } from '#server/platform/http/about.ts'
import { requireStorableUrl } from '#server/platform/storable-text.ts'

/** The type of every handler's Hono context. */
export interface Env {
	Bindings: Partial<HttpBindings>
	Variables: {
		/** The id that a visitor can quote and the owner can find in the log; sent as `x-request-id`. */
		requestId: string
		/** The visitor's address, as reported by trusted proxies. */
		clientAddress: string
		log: Logger
	}
}

export type Handler = (c: Context<Env>) => Promise<Response>

interface Steps<Caller> {
	/** The operation's entry in the OpenAPI document; `refused` if the operation refuses every request. */
	about?: About | 'refused'
	/** Returns the caller, or throws. */
	authenticate: (c: Context<Env>) => Caller | Promise<Caller>
	/** Counts the request, and throws if there were too many. Limits on failed attempts belong to `act`. */
	limit?: (c: Context<Env>, caller: Caller) => void | Promise<void>
}

interface StepsWithInput<Caller, Input> extends Steps<Caller> {
	/** Reads what the caller sent, and throws if it is malformed. */
	parse: (c: Context<Env>, caller: Caller) => Input | Promise<Input>
	/** Checks that the caller may do this, does it in one transaction, and returns the response. */
	act: (c: Context<Env>, caller: Caller, input: Input) => Response | Promise<Response>
}

interface StepsWithoutInput<Caller> extends Steps<Caller> {
	parse?: undefined
	act: (c: Context<Env>, caller: Caller) => Response | Promise<Response>
}

/** Makes the handler of one operation. Every operation of every API takes these steps, in this order. */
export function handle<Caller>(steps: StepsWithoutInput<Caller>): Handler
export function handle<Caller, Input>(steps: StepsWithInput<Caller, Input>): Handler
export function handle<Caller, Input>(
	steps: StepsWithInput<Caller, Input> | StepsWithoutInput<Caller>,
): Handler {
	const handler: Handler = async (c) => {
		requireStorableUrl(c.req.url)
		const caller = await steps.authenticate(c)
		await steps.limit?.(c, caller)
		return steps.parse === undefined
			? await steps.act(c, caller)
			: await steps.act(c, caller, await steps.parse(c, caller))
	}
	return steps.about === undefined ? handler : describe(steps.about, handler)
}

/** The authentication step of operations that anybody may call. */
export function anyone(): undefined {
	return undefined
}

/**
 * Throws `no_authorization` if the browser reports that a page of another site sent the request. Otherwise another site could
 * get around a rate limit: its visitors' browsers would send the requests from many network addresses.
 */
export function requireOwnPage(c: Context<Env>): void {
	const from = c.req.header('sec-fetch-site')
	if (from === undefined || from === 'same-origin') return
	throw sentByOtherSite()
}
