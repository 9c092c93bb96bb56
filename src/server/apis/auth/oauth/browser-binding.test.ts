import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { bindBrowser, isBoundBrowser } from '#server/apis/auth/oauth/browser-binding.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** An app that binds the browser at `/begin`, and reports at `/end?mark=` whether it is the same browser. */
function shopAt(siteUrl: string): Hono<Env> {
	const app = new Hono<Env>()
	app.get('/begin', (c) => c.text(bindBrowser(c, siteUrl)))
	app.get('/end', (c) => c.json(isBoundBrowser(c, siteUrl, c.req.query('mark') ?? '')))
	return app
}

const https = shopAt('https://shop.example')

test('over https the cookie is __Host- prefixed, Secure, HttpOnly and expires within ten minutes', async () => {
	const cookie = (await https.request('/begin')).headers.get('set-cookie') ?? ''
	expect(cookie).toMatch(/^__Host-headstart-sign-in=[\w-]{43}; /)
	expect(cookie.split('; ').slice(1).sort()).toEqual([
		'HttpOnly',
		'Max-Age=540',
		'Path=/',
		'SameSite=Lax',
		'Secure',
	])
})

test('a binding matches only its own cookie', async () => {
	const begun = await https.request('/begin')
	const mark = await begun.text()
	const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';')
	const end = async (sent: string) =>
		await (await https.request(`/end?mark=${mark}`, { headers: { cookie: sent } })).json()
	expect(await end(cookie)).toBe(true)
	const [other = ''] = ((await https.request('/begin')).headers.get('set-cookie') ?? '').split(';')
	for (const wrong of ['', other, cookie.replace('__Host-', ''), `${cookie}x`])
		expect(await end(wrong)).toBe(false)
})
