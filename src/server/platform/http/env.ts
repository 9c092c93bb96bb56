import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'

/** What every handler finds in its Hono context. */
export interface Env {
	Bindings: Partial<HttpBindings>
	Variables: {
		/** The reference a visitor can quote and the owner can find in the log; sent as `x-request-id`. */
		requestId: string
		/** The visitor's address, seen through trusted proxies only. */
		clientAddress: string
		log: Logger
	}
}
