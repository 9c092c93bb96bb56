import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'

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
