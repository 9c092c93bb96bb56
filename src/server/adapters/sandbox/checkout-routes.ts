import { Hono } from 'hono'
import { AppError } from '#server/platform/app-error.ts'
import { readBytes } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { renderError } from '#server/platform/http/render-error.ts'

interface CheckoutOptions {
	siteUrl: string
	sandboxPort: number
}

const passedOn = ['accept', 'content-type']
const passedBack = ['content-type', 'content-security-policy', 'location', 'cache-control', 'referrer-policy']
const patienceMs = 30_000

/**
 * Shows the sandbox's checkout pages, but none of its other pages, under the address of the shop. A rehearsal needs this
 * because its visitors cannot reach the sandbox itself.
 */
export function sandboxCheckoutRoutes({ siteUrl, sandboxPort }: CheckoutOptions): Hono<Env> {
	const routes = new Hono<Env>()
	routes.on(['GET', 'POST'], '/checkout/*', async (c) => {
		const { pathname, search } = new URL(c.req.url)
		const isPost = c.req.method === 'POST'
		const origin = c.req.header('origin')
		// The origin is checked here, because the sandbox sees every request as coming from the shop.
		if (isPost && origin !== undefined && origin !== siteUrl) throw foreignOrigin()
		const answer = await fetch(`http://127.0.0.1:${sandboxPort}${pathname}${search}`, {
			method: c.req.method,
			headers: pick(passedOn, (name) => c.req.header(name)),
			redirect: 'manual',
			signal: AbortSignal.timeout(patienceMs),
			...(isPost ? { body: new Uint8Array(await readBytes(c.req.raw, 65_536)) } : {}),
		})
		const headers = pick(passedBack, (name) => answer.headers.get(name) ?? undefined)
		return new Response(answer.body, { status: answer.status, headers })
	})
	routes.onError(renderError)
	return routes
}

function pick(names: readonly string[], read: (name: string) => string | undefined): Record<string, string> {
	return Object.fromEntries(
		names.flatMap((name) => {
			const value = read(name)
			return value === undefined ? [] : [[name, value]]
		}),
	)
}

function foreignOrigin(): AppError {
	return new AppError('no_authorization', 403, 'Requests from other sites are not allowed.')
}
