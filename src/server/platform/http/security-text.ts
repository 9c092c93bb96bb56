import { Hono } from 'hono'
import type { Env } from '#server/platform/http/handle.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

interface SecurityTextOptions {
	siteUrl: string
	/** The trader. If undefined, as on a local run, the file is not served. */
	trader: { email: string } | undefined
	clock: Clock
}

/** How long the file is valid, in milliseconds. It is generated for each request. */
const goodFor = 180 * dayMs

/** Serves `/.well-known/security.txt` (RFC 9116), which says where to report a vulnerability. */
export function securityTextRoutes({ siteUrl, trader, clock }: SecurityTextOptions): Hono<Env> {
	const routes = new Hono<Env>()
	if (trader === undefined) return routes
	const path = '/.well-known/security.txt'
	routes.get(path, (c) => {
		const lines = [
			`Contact: mailto:${encodeURI(trader.email)}`,
			`Expires: ${new Date(clock.now().getTime() + goodFor).toISOString()}`,
			`Canonical: ${new URL(path, siteUrl)}`,
			'Preferred-Languages: en',
		]
		return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'no-cache' })
	})
	return routes
}
