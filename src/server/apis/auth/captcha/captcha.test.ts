import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { purgeExpired } from '#server/apis/auth/purge-expired.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type CaptchaPurpose, work } from '#shared/captcha.ts'
import { type AuthAnswer, callAuth, confirmedUser, signIn } from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { createWorld, type World } from '#test/world.ts'
import { solve } from '#web/session/captcha/solve.ts'

const email = 'somebody@student.test'
const password = 'quiet-harbour-42'

/** Each guarded call: the purpose its token must have, its path and body, and its answer to a valid token. */
const guarded: [CaptchaPurpose, string, object, number, string?][] = [
	['sign-up', '/signup', { email: 'new@student.test', password }, 200],
	['sign-in', '/token?grant_type=password', { email, password }, 400, 'invalid_credentials'],
	['sign-in', '/token?grant_type=web3', { chain: 'ethereum', message: 'x', signature: 'x' }, 400],
	['sign-in', '/passkeys/authentication/options', {}, 200],
	['otp', '/otp', { email: 'one@student.test' }, 200],
	['otp', '/magiclink', { email: 'two@student.test' }, 200],
	['recover', '/recover', { email: 'three@student.test' }, 200],
	['resend', '/resend', { type: 'signup', email: 'four@student.test' }, 200],
]

/** Other calls that open a session. Strangers cannot use these calls, so they must not require a captcha token. */
const open: [string, object, string][] = [
	['/token?grant_type=refresh_token', {}, 'validation_failed'],
	['/token?grant_type=pkce', {}, 'validation_failed'],
	['/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 'provider_disabled'],
	['/verify', { type: 'signup', token_hash: 'x' }, 'otp_expired'],
]

function sendWith(
	world: World,
	path: string,
	body: object,
	token: unknown,
	key?: string,
): Promise<AuthAnswer> {
	const headers = key === undefined ? {} : { headers: { apikey: key } }
	return callAuth(world, path, {
		body: { ...body, gotrue_meta_security: { captcha_token: token } },
		...headers,
	})
}

const failed = (reason: string, status = 400) => ({
	status,
	body: { error_code: 'captcha_failed', msg: `captcha protection: request disallowed (${reason})` },
})

describe('proof of work', () => {
	let world: World
	beforeAll(async () => {
		world = await createWorld({ captcha: 'proof-of-work', auth: { web3Chains: ['ethereum'] } })
	})
	afterAll(() => world.close())

	async function challengeFor(purpose: CaptchaPurpose): Promise<string> {
		const { body } = await callAuth(world, `/captcha?purpose=${purpose}`, { method: 'GET' })
		expect(body).toMatchObject({ ...work })
		return String(body?.challenge)
	}
	const tokenFor = async (purpose: CaptchaPurpose) =>
		solve({ challenge: await challengeFor(purpose), ...work })
	const recover = (token: unknown) => sendWith(world, '/recover', { email: `${Math.random()}@b.test` }, token)

	test.each(guarded)('guards %s at %s', async (purpose, path, body, status, code) => {
		for (const token of [undefined, null, '', ' '])
			expect(await sendWith(world, path, body, token)).toMatchObject(failed('no captcha_token found'))
		expect(await callAuth(world, path)).toMatchObject(failed('no captcha_token found'))
		const newForm = { 'x-supabase-api-version': '2024-01-01' }
		expect(await callAuth(world, path, { body, headers: newForm })).toMatchObject({
			status: 400,
			body: { code: 'captcha_failed' },
		})
		expect(await sendWith(world, path, body, 7)).toMatchObject({ body: { error_code: 'bad_json' } })
		const answer = await sendWith(world, path, body, await tokenFor(purpose))
		expect(answer.status).toBe(status)
		if (code !== undefined) expect(answer.body).toMatchObject({ error_code: code })
	})

	test.each(open)('needs no token at %s', async (path, body, code) => {
		expect(await callAuth(world, path, { body })).toMatchObject({ body: { error_code: code } })
	})

	test('the service role needs no token, and a made-up secret key is rejected', async () => {
		const body = { email: 'five@student.test' }
		expect(await sendWith(world, '/recover', body, undefined, world.keys.secretKey)).toMatchObject({
			status: 200,
		})
		expect(await sendWith(world, '/recover', body, undefined, 'sb_secret_x')).toMatchObject({ status: 401 })
	})

	test('the official client sends the token with every call', async () => {
		const client = anonymousClient(world)
		const captchaToken = await tokenFor('sign-up')
		const made = await client.auth.signUp({
			email: 'client@student.test',
			password,
			options: { captchaToken },
		})
		expect(made.error).toBeNull()
		const again = await client.auth.signUp({
			email: 'client@student.test',
			password,
			options: { captchaToken },
		})
		expect(again.error).toMatchObject({ status: 400, code: 'captcha_failed' })
		const asked = await client.auth.resetPasswordForEmail('client@student.test', {
			captchaToken: await tokenFor('recover'),
		})
		expect(asked.error).toBeNull()
	})

	test('a solution is accepted only once, even if it is sent many times at the same moment', async () => {
		const token = await tokenFor('recover')
		const answers = await Promise.all(Array.from({ length: 8 }, () => recover(token)))
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
		expect(await recover(token)).toMatchObject(failed('timeout-or-duplicate'))
		// Changing the unused bits of the last character does not make it a new solution.
		expect((await recover(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(400)
	})

	test('a solution is accepted for only five minutes', async () => {
		const [soon, late] = [await tokenFor('recover'), await tokenFor('recover')]
		world.clock.advance(270)
		expect(await recover(soon)).toMatchObject({ status: 200 })
		world.clock.advance(31)
		expect(await recover(late)).toMatchObject(failed('timeout-or-duplicate'))
	})

	test('rejects a solution for another purpose, a forged challenge, too little work and a huge token', async () => {
		const token = await tokenFor('recover')
		const [purpose, expires, id = '', signature = '', numbers = ''] = token.split('.')
		const easy = solve({ challenge: await challengeFor('recover'), puzzles: work.puzzles, bits: 1 })
		const few = solve({ challenge: await challengeFor('recover'), puzzles: 1, bits: work.bits })
		const forged: string[] = [
			await tokenFor('otp'),
			['otp', expires, id, signature, numbers].join('.'),
			[purpose, Number(expires) + 60, id, signature, numbers].join('.'),
			[purpose, expires, id.split('').reverse().join(''), signature, numbers].join('.'),
			[purpose, expires, id, 'A'.repeat(43), numbers].join('.'),
			[purpose, expires, id, signature, 'A'.repeat(86)].join('.'),
			[purpose, expires, id, signature, ''].join('.'),
			`${token}.1`,
			` ${easy}`,
			easy,
			few,
			'x'.repeat(8_192),
			'x'.repeat(8_193),
			`recover.${'9'.repeat(20_000)}`,
			'{}',
		]
		for (const wrong of forged)
			expect([wrong.slice(0, 40), await recover(wrong)]).toMatchObject([
				wrong.slice(0, 40),
				failed('invalid-input-response'),
			])
		expect(await recover('x'.repeat(40_000))).toMatchObject({ status: 413 })
		// None of these attempts used up the token.
		expect(await recover(token)).toMatchObject({ status: 200 })
	})

	test('rejects an unknown purpose and a caller without a key', async () => {
		for (const purpose of ['', 'x', 'sign-up.1', 'constructor'])
			expect(await callAuth(world, `/captcha?purpose=${purpose}`, { method: 'GET' })).toMatchObject({
				status: 400,
				body: { error_code: 'validation_failed' },
			})
		expect((await world.request('/auth/v1/captcha?purpose=otp')).status).toBe(401)
	})

	test('the ids of used challenges are deleted a day after they expire', async () => {
		const count = async () => (await world.database.query(sql`select id from auth.used_captchas`)).length
		expect(await recover(await tokenFor('recover'))).toMatchObject({ status: 200 })
		expect(await count()).toBeGreaterThan(0)
		world.clock.advance(86_400 + 301)
		await purgeExpired(world)
		expect(await count()).toBe(0)
	})
})

test('limits how many tokens can be tried from one network address', async () => {
	const world = await createWorld({
		captcha: 'proof-of-work',
		rateLimitScale: 1,
		rateLimits: new Map([['captcha', { points: 3, seconds: 60 }]]),
	})
	onTestFinished(() => world.close())
	const codes: unknown[] = []
	for (let tries = 0; tries < 4; tries += 1)
		codes.push((await sendWith(world, '/otp', { email }, 'x')).body?.error_code)
	expect(codes).toEqual([...Array.from({ length: 3 }, () => 'captcha_failed'), 'over_request_rate_limit'])
})

test('without a captcha, tokens are ignored and there are no challenges', async () => {
	const world = await createWorld()
	onTestFinished(() => world.close())
	const user = await confirmedUser(world)
	expect(await signIn(world, user.email, user.password)).toMatchObject({ status: 200 })
	expect(await sendWith(world, '/otp', { email }, 'x'.repeat(10_000))).toMatchObject({ status: 200 })
	for (const path of ['/captcha?purpose=otp', '/captcha/frame'])
		expect(await callAuth(world, path, { method: 'GET' })).toMatchObject({ status: 404 })
})

describe('a captcha service', () => {
	const lines: string[] = []
	let world: World
	beforeAll(async () => {
		const { pino } = await import('pino')
		const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
		world = await createWorld({ captcha: 'hcaptcha', sandbox: true, goods: false, log })
	})
	afterAll(() => world.close())

	const recover = (token: string) => sendWith(world, '/recover', { email: `${Math.random()}@b.test` }, token)

	test('a token of its widget is accepted once', async () => {
		expect(await recover('sandbox/127.0.0.1/12345678')).toMatchObject({ status: 200 })
		expect(await recover('sandbox/127.0.0.1/12345678')).toMatchObject(failed('timeout-or-duplicate'))
		expect(await recover('made-up')).toMatchObject(failed('invalid-input-response'))
		expect(await recover('')).toMatchObject(failed('no captcha_token found'))
	})

	test('a token from a page of another site is rejected', async () => {
		expect(await recover('sandbox/another.example/12345678')).toMatchObject(failed('hostname-mismatch'))
	})

	test('requests are refused while the service fails or does not answer', async () => {
		const down = {
			status: 503,
			body: { error_code: 'captcha_failed', msg: 'captcha verification process failed' },
		}
		const started = performance.now()
		const answers = await Promise.all([recover('sandbox/down/12345678'), recover('sandbox/silent/12345678')])
		for (const answer of answers) expect(answer).toMatchObject(down)
		expect(answers[0]?.headers.get('retry-after')).toBe('30')
		expect(performance.now() - started).toBeLessThan(30_000)
		const logged = lines.join('')
		expect(logged).toContain('captcha')
		for (const secret of ['sandbox-captcha-secret', 'sandbox/down/12345678', 'sandbox/silent/12345678'])
			expect(logged).not.toContain(secret)
	})

	test('its widget runs in a separate frame, whose policy allows only that service', async () => {
		const response = await world.request('/auth/v1/captcha/frame?theme=dark')
		const policy = response.headers.get('content-security-policy') ?? ''
		const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
		expect(policy).toContain(
			`script-src 'nonce-${nonce}' http://localhost:${new URL(world.sandboxUrl).port};`,
		)
		expect(policy).toContain("frame-ancestors 'self'")
		expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
		const html = await response.text()
		expect(html).toContain('class="h-captcha" data-sitekey="headstart-shop.sandbox" data-theme="dark"')
		expect(html.match(/<(script|style) nonce="[^"]+"/g)).toEqual(
			['style', 'script', 'script'].map((tag) => `<${tag} nonce="${nonce}"`),
		)
		expect(html).not.toContain('sandbox-captcha-secret')
		const again = await world.request('/auth/v1/captcha/frame')
		expect(again.headers.get('content-security-policy')).not.toContain(nonce)
	})
})
