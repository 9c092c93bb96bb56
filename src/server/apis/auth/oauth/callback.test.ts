import { afterEach, describe, expect, test } from 'vitest'
import { callAuth } from '#test/auth.ts'
import {
	type Browser,
	chooseAtGoogle,
	clientIn,
	errorIn,
	follow,
	googleAddress,
	makeTestBrowser,
	returnFromGoogle,
	rotateGoogleKeys,
	signInWithGoogle,
	switchGoogle,
	verified,
} from '#test/google.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })

afterEach(() => switchGoogle(world, {}))

describe('the callback', () => {
	/** Signs in at Google, and returns the address of the shop's callback to which the browser is then sent. */
	async function atCallback(browser: Browser, choice = verified('return@gmail.test')): Promise<URL> {
		const client = clientIn(world, browser)
		return await chooseAtGoogle(browser, await googleAddress(client, `${world.url}/free`), choice)
	}
	const home = () => `${world.url}/`

	test('works only in the browser that started the flow', async () => {
		const [attacker, victim] = [makeTestBrowser(), makeTestBrowser()]
		const callback = await atCallback(attacker)
		const stolen = await victim.go(callback)
		expect(stolen.status).toBe(303)
		const back = new URL(stolen.headers.get('location') ?? '')
		expect(`${back.origin}${back.pathname}`).toBe(home())
		expect(errorIn(back)).toMatchObject({ error_code: 'bad_oauth_state' })
		// The callback does not work in a browser with another flow in progress either.
		await atCallback(victim)
		const again = await follow(victim, callback)
		expect(errorIn(again)).toMatchObject({ error_code: 'bad_oauth_state' })
		expect((await follow(attacker, callback)).searchParams.has('code')).toBe(true)
	})

	test.each([
		['no state', (url: URL) => url.searchParams.delete('state'), 'bad_oauth_callback'],
		['a made-up state', (url: URL) => url.searchParams.set('state', 'x'), 'bad_oauth_state'],
		[
			'a changed state',
			(url: URL) => {
				const state = url.searchParams.get('state') ?? ''
				url.searchParams.set('state', `${state.slice(0, -3)}AAA`)
			},
			'bad_oauth_state',
		],
	])('with %s redirects to the front page with an error', async (_what, change, error_code) => {
		const browser = makeTestBrowser()
		const callback = await atCallback(browser)
		const changed = new URL(callback)
		change(changed)
		const back = await follow(browser, changed)
		expect(`${back.origin}${back.pathname}`).toBe(home())
		expect(errorIn(back)).toMatchObject({ error: 'invalid_request', error_code })
		expect((await follow(browser, callback)).searchParams.has('code')).toBe(true)
	})

	test.each([
		['a made-up code', (url: URL) => url.searchParams.set('code', 'x')],
		['no code', (url: URL) => url.searchParams.delete('code')],
		['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.test')],
	])('with %s redirects to the flow’s target with an error', async (_what, change) => {
		const browser = makeTestBrowser()
		const callback = await atCallback(browser)
		const changed = new URL(callback)
		change(changed)
		const back = await follow(browser, changed)
		expect(`${back.origin}${back.pathname}`).toBe(`${world.url}/free`)
		expect(errorIn(back)).toMatchObject({ error_code: 'bad_oauth_callback' })
		expect((await follow(browser, callback)).searchParams.has('code')).toBe(true)
	})

	test('works once', async () => {
		const browser = makeTestBrowser()
		const callback = await atCallback(browser)
		expect((await follow(browser, callback)).searchParams.has('code')).toBe(true)
		expect(errorIn(await follow(browser, callback))).toMatchObject({ error_code: 'bad_oauth_callback' })
	})

	test('rejects a code from another flow (injection)', async () => {
		const [browser, other] = [makeTestBrowser(), makeTestBrowser()]
		const [own, foreign] = [await atCallback(browser), await atCallback(other, verified('other@gmail.test'))]
		const mixed = new URL(own)
		mixed.searchParams.set('code', foreign.searchParams.get('code') ?? '')
		expect(errorIn(await follow(browser, mixed))).toMatchObject({ error_code: 'bad_oauth_callback' })
		expect((await follow(browser, own)).searchParams.has('code')).toBe(true)
	})

	test('expires after nine minutes', async () => {
		const browser = makeTestBrowser()
		const [early, late] = [await atCallback(browser), await atCallback(browser)]
		world.clock.advance(530)
		expect((await follow(browser, early)).searchParams.has('code')).toBe(true)
		world.clock.advance(11)
		expect(errorIn(await follow(browser, late))).toEqual({
			error: 'invalid_request',
			error_code: 'bad_oauth_state',
			error_description: 'OAuth state has expired',
		})
	})

	test('a HEAD request does not use up the sign-in', async () => {
		const browser = makeTestBrowser()
		const callback = await atCallback(browser)
		expect((await browser.go(callback, { method: 'HEAD' })).status).toBe(200)
		expect((await follow(browser, callback)).searchParams.has('code')).toBe(true)
	})

	test('answers a posted form with a redirect, so that the browser then sends the cookie', async () => {
		const browser = makeTestBrowser()
		const callback = await atCallback(browser)
		const posted = await browser.go(`${world.url}${callback.pathname}`, {
			method: 'POST',
			body: callback.searchParams,
		})
		expect(posted.status).toBe(303)
		const next = posted.headers.get('location') ?? ''
		expect(next).toBe(`${world.url}${callback.pathname}?${callback.searchParams}`)
		expect((await follow(browser, next)).searchParams.has('code')).toBe(true)
	})

	test.each([
		['https://evil.test/', '/'],
		['//evil.test/x', '/'],
		['javascript:alert(1)', '/'],
		['/free#part', '/free'],
	])('for the target %s redirects to %s on this site', async (redirect_to, path) => {
		const browser = makeTestBrowser()
		const query = new URLSearchParams({ provider: 'google', redirect_to })
		const back = await signInWithGoogle(
			browser,
			`${world.url}/auth/v1/authorize?${query}`,
			verified('return@gmail.test'),
		)
		expect(`${back.origin}${back.pathname}`).toBe(`${world.url}${path}`)
		expect(new URLSearchParams(back.hash.slice(1)).has('access_token')).toBe(true)
	})

	test('only the browser with the verifier can exchange the code, once, within five minutes', async () => {
		const { client, code } = await returnFromGoogle(world, verified('code@gmail.test'))
		const stranger = clientIn(world, makeTestBrowser())
		await googleAddress(stranger, `${world.url}/`)
		expect((await stranger.auth.exchangeCodeForSession(code)).error).toMatchObject({
			status: 400,
			code: 'bad_code_verifier',
		})
		expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
		const late = await returnFromGoogle(world, verified('code@gmail.test'))
		world.clock.advance(301)
		expect((await late.client.auth.exchangeCodeForSession(late.code)).error).toMatchObject({
			code: 'flow_state_expired',
		})
	})
})

describe('the cookie', () => {
	test('over plain http it belongs to this site, is HttpOnly and short-lived', async () => {
		const { headers } = await callAuth(world, '/authorize?provider=google', { method: 'GET' })
		const cookie = headers.getSetCookie()[0] ?? ''
		expect(cookie).toMatch(/^headstart-sign-in=[\w-]{43}; /)
		const attributes = cookie.split('; ').slice(1).sort()
		expect(attributes).toEqual(['HttpOnly', 'Max-Age=540', 'Path=/', 'SameSite=Lax'])
	})

	test('several tabs share it, and each can finish its flow', async () => {
		const browser = makeTestBrowser()
		const client = clientIn(world, browser)
		const first = await googleAddress(client, `${world.url}/`)
		const second = await googleAddress(client, `${world.url}/free`)
		const callbacks = [
			await chooseAtGoogle(browser, first, verified('tabs@gmail.test')),
			await chooseAtGoogle(browser, second, verified('tabs@gmail.test')),
		]
		for (const callback of callbacks)
			expect((await follow(browser, callback)).searchParams.has('code')).toBe(true)
	})
})

describe('while the provider is failing', () => {
	test('a failing token endpoint is reported, and a later attempt succeeds', async () => {
		await switchGoogle(world, { tokens: 'answer-500' })
		expect(errorIn((await returnFromGoogle(world, verified('down@gmail.test'))).back)).toMatchObject({
			error: 'temporarily_unavailable',
			error_code: 'unavailable',
		})
		await switchGoogle(world, {})
		expect((await returnFromGoogle(world, verified('down@gmail.test'))).code).not.toBe('')
	})

	test('if the provider hangs, sign-ins fail within fifteen seconds, and no database connection is held', async () => {
		await switchGoogle(world, { tokens: 'hang' })
		const signIns = Array.from({ length: 14 }, () => returnFromGoogle(world, verified('hang@gmail.test')))
		const started = performance.now()
		let ended = 0
		for (const signIn of signIns) void signIn.then(() => (ended += 1))
		// More sign-ins hang than there are database connections. Other requests are served all the same.
		await new Promise((resolve) => setTimeout(resolve, 2_000))
		expect((await callAuth(world, '/recover', { body: { email: 'nobody@student.test' } })).status).toBe(200)
		expect(ended).toBe(0)
		for (const { back } of await Promise.all(signIns))
			expect(errorIn(back)).toMatchObject({ error_code: 'unavailable' })
		expect(performance.now() - started).toBeLessThan(15_000)
	})

	test('rejects an ID token with another nonce', async () => {
		await switchGoogle(world, { wrongNonce: true })
		expect(errorIn((await returnFromGoogle(world, verified('nonce@gmail.test'))).back)).toMatchObject({
			error_code: 'bad_oauth_callback',
		})
		await switchGoogle(world, {})
		expect((await returnFromGoogle(world, verified('nonce@gmail.test'))).code).not.toBe('')
	})

	test('fetches the provider’s keys again when a token is signed with a new one', async () => {
		expect((await returnFromGoogle(world, verified('keys@gmail.test'))).code).not.toBe('')
		await new Promise((resolve) => setTimeout(resolve, 2_100))
		await rotateGoogleKeys(world)
		expect((await returnFromGoogle(world, verified('keys@gmail.test'))).code).not.toBe('')
	})
})
