import { Hono } from 'hono'
import type { Env } from '#server/platform/http/env.ts'
import type { Clock } from '#shared/clock.ts'

interface SecurityTextOptions {
	siteUrl: string
	/** Who sells; undefined on a local run where nobody has been named, which then has no such file. */
	trader: { email: string } | undefined
	clock: Clock
}

/** How long what it says may be relied on, in milliseconds: it is written anew for each reader. */
const goodFor = 180 * 24 * 3_600_000

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a hole in this site. */
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
