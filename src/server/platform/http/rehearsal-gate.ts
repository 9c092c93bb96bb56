import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { AppError } from '#server/platform/app-error.ts'
import { readBytes } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/handle.ts'
import type { Upgrades } from '#server/platform/http/http-server.ts'
import { plainPagePolicy } from '#server/platform/http/plain-page.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'
import { rehearsalPage } from '#server/platform/http/rehearsal-page.ts'

interface Password {
	siteUrl: string
	password: string
	/** Keeps the cookie from being valid on another server with the same password. */
	key: string
}

interface GateOptions extends Password {
	rateLimits: RateLimits
}

const name = 'headstart-rehearsal'
const monthSeconds = 30 * 24 * 3600

const open = new Set([
	// Called by monitoring systems, by Stripe, and by browsers that return from an OAuth provider. The health checks reveal
	// nothing; the others authenticate in another way.
	'/healthz',
	'/readyz',
	'/functions/v1/stripe-webhook',
	'/auth/v1/callback',
	// Browsers send no cookie with these requests, and the responses reveal nothing.
	'/page-views',
	'/csp-reports',
	'/manifest.webmanifest',
])

/** Closes the site to everyone without the password of the rehearsal, and to search engines. */
export function rehearsalGate({ siteUrl, password, key, rateLimits }: GateOptions): MiddlewareHandler<Env> {
	const kind = siteUrl.startsWith('https:')
		? ({ prefix: 'host', secure: true } as const)
		: ({ secure: false } as const)
	const proof = proofOf(password, key)
	const hasProof = (c: Context<Env>) =>
		isSame((kind.secure ? getCookie(c, name, 'host') : getCookie(c, name)) ?? '', proof)

	return async (c, next) => {
		const answer = await answerStranger(c)
		if (answer === undefined) await next()
		else c.res = answer
		c.res.headers.set('x-robots-tag', 'noindex, nofollow')
	}

	/** Returns the response to a request that is stopped here; undefined if the request may go on. */
	async function answerStranger(c: Context<Env>): Promise<Response | undefined> {
		const { path, method } = c.req
		if (open.has(path)) return undefined
		if (path === '/robots.txt') return c.text('User-agent: *\nDisallow: /\n')
		if (hasProof(c)) return undefined
		if (!(c.req.header('accept') ?? '').includes('text/html'))
			return c.json(
				{ code: 'no_authorization', message: 'This site is a rehearsal. Enter its password first.' },
				403,
			)
		if (method !== 'POST') return showPage(c)
		try {
			return await letIn(c)
		} catch (error) {
			if (error instanceof AppError) return showPage(c, error)
			throw error
		}
	}

	/** Checks the password, and redirects to the page that the visitor wanted. The form posts to the address of that page. */
	async function letIn(c: Context<Env>): Promise<Response> {
		const address = c.get('clientAddress')
		const given = new URLSearchParams((await readBytes(c.req.raw, 4_096)).toString('utf8')).get('password')
		await rateLimits.consume('rehearsalPassword', address)
		if (!isSame(given ?? '', password)) return showPage(c, 'wrong')
		await rateLimits.giveBack('rehearsalPassword', address)
		setCookie(c, name, proof, { ...kind, path: '/', httpOnly: true, sameSite: 'Lax', maxAge: monthSeconds })
		const { pathname, search } = new URL(c.req.url)
		// Only one slash: two would redirect to another site.
		return c.redirect(pathname.replace(/^\/+/, '/') + search, 303)
	}

	function showPage(c: Context<Env>, problem?: 'wrong' | AppError): Response | Promise<Response> {
		const says =
			problem === 'wrong' ? 'That’s not the password. Ask the person who invited you.' : problem?.message
		c.header('content-security-policy', plainPagePolicy)
		c.header('cache-control', 'no-store')
		return c.html(rehearsalPage(says), problem instanceof AppError && problem.status === 429 ? 429 : 403)
	}
}

/** Returns the cookie with which the owner's own programs pass the gate. */
export function rehearsalCookie({ siteUrl, password, key }: Password): string {
	return `${siteUrl.startsWith('https:') ? '__Host-' : ''}${name}=${proofOf(password, key)}`
}

/** Refuses WebSockets to everyone without the password. */
export function guardUpgrades({ path, upgrade }: Upgrades, password: Password): Upgrades {
	const wanted = rehearsalCookie(password)
	return {
		path,
		upgrade: (request, socket, head) => {
			const sent = (request.headers.cookie ?? '').split(/; */)
			if (sent.some((cookie) => isSame(cookie, wanted))) upgrade(request, socket, head)
			else socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
		},
	}
}

function proofOf(password: string, key: string): string {
	return createHmac('sha256', key).update(`rehearsal ${password}`).digest('base64url')
}

function isSame(given: string, wanted: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest()
	return timingSafeEqual(digest(given), digest(wanted))
}
