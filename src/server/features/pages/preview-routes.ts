import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Env } from '#server/platform/http/handle.ts'
import { plainPage, plainPagePolicy } from '#server/platform/http/plain-page.ts'
import { DecisionError } from '#server/shop/plan.ts'
import type { ServedPreviews } from './previews.ts'

interface PreviewRoutesOptions {
	previews: ServedPreviews
	/** The origin of the admin, whose pages frame previews; undefined if this process serves none. */
	adminUrl: string | undefined
}

/** Serves previews of drafts to whoever has their address. Nobody indexes, stores or frames them, and nothing on them runs. */
export function previewRoutes({ previews, adminUrl }: PreviewRoutesOptions): Hono<Env> {
	const routes = new Hono<Env>()
	const common = {
		'cache-control': 'no-store',
		'x-robots-tag': 'noindex, nofollow',
		'referrer-policy': 'no-referrer',
	}
	const frames = ["'self'", ...(adminUrl === undefined ? [] : [adminUrl])].join(' ')
	const policy = [
		"default-src 'none'",
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data:",
		"font-src 'self'",
		"media-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		`frame-ancestors ${frames}`,
	].join('; ')
	routes.get('/preview', async (c, next) => {
		const token = c.req.query('token')
		if (token === undefined) return await next()
		const page = await previews.open(token).catch((error: unknown) => {
			if (error instanceof DecisionError) return error
			throw error
		})
		if (page === undefined) return await next()
		if (page === 'ended' || page instanceof DecisionError) {
			const [title, says] =
				page === 'ended'
					? ['This preview has ended', 'A preview lasts an hour. Open it again in the admin.']
					: ['This can’t be shown', page.message]
			const headers = {
				...common,
				'content-security-policy': plainPagePolicy.replace(
					"frame-ancestors 'none'",
					`frame-ancestors ${frames}`,
				),
			}
			return c.html(
				plainPage(title, html`<h1>${title}</h1><p>${says}</p>`),
				page === 'ended' ? 410 : 409,
				headers,
			)
		}
		const theme = c.req.query('theme')
		const chosen = theme === 'dark' || theme === 'light' ? ` data-theme="${theme}"` : ''
		return c.html(
			page
				.replace('<html', `<html data-scripts="on"${chosen}`)
				.replace('<head>', '<head><meta name="robots" content="noindex"/><base target="_blank"/>'),
			200,
			{ ...common, 'content-security-policy': policy },
		)
	})
	return routes
}
