import type { Context } from 'hono'
import type { Env } from '#server/platform/http/env.ts'

/** Returns what identifies a session in the user's list of devices. */
export function deviceOf(c: Context<Env>): Device {
	return { userAgent: c.req.header('user-agent')?.slice(0, 255) ?? null, address: c.get('clientAddress') }
}

export interface Device {
	userAgent: string | null
	address: string
}
