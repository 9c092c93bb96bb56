import type { Context } from 'hono'
import type { Env } from '#server/platform/http/env.ts'

/** What a person will recognise a session by in the list of their devices. */
export function deviceOf(c: Context<Env>): Device {
	return { userAgent: c.req.header('user-agent')?.slice(0, 255) ?? null, address: c.get('clientAddress') }
}

export interface Device {
	userAgent: string | null
	address: string
}
