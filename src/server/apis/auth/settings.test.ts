import { expect, test } from 'vitest'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { startSession } from '#server/apis/auth/sessions/sessions.ts'
import { readUser } from '#server/apis/auth/user/users.ts'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, makeBrowser, newestToken, signInAgain, tokensIn } from '#test/auth.ts'
import { createWorld, useWorld } from '#test/world.ts'

// A shop with every duration and rule changed, so that each test shows that its setting is applied.
const world = await useWorld({
	auth: {
		manualLinking: false,
		accessTokenSeconds: 120,
		refreshReuseSeconds: 30,
		sessionSeconds: 7_200,
		sessionInactivitySeconds: 3_000,
		confirmationSeconds: 100,
		magicLinkSeconds: 110,
		recoverySeconds: 120,
		emailChangeSeconds: 130,
		emailCodes: true,
		emailCodeSeconds: 70,
		emailCodeDigits: 8,
		flowStateSeconds: 40,
		emailIntervalSeconds: 5,
		emailsPerDay: 2,
		passwordMinLength: 10,
		passwordRequiredCharacters: ['0123456789', 'xyz?'],
		passwordRefused: ['orchard-2-xyz'],
		recentSignInSeconds: 30,
		redirectUrls: ['https://*.app.test/**', 'headstart://done'],
	},
})

const password = 'quiet-harbour-42?'
const person = () => confirmedUser(world, password)
const post = (path: string, body: unknown, bearer?: string) =>
	callAuth(world, path, { body, ...(bearer === undefined ? {} : { bearer }) })
const put = (bearer: string, body: unknown) => callAuth(world, '/user', { method: 'PUT', bearer, body })
const refresh = (refresh_token: string) => post('/token?grant_type=refresh_token', { refresh_token })
const verify = (type: string, token_hash: string) => post('/verify', { type, token_hash })
let made = 0
const address = () => `set.${++made}@student.test`

test('access tokens last as long as configured', async () => {
	const { accessToken, refreshToken } = await person()
	expect((await refresh(refreshToken)).body).toMatchObject({ expires_in: 120 })
	world.clock.advance(121)
	expect((await callAuth(world, '/user', { method: 'GET', bearer: accessToken })).status).toBe(403)
})

test('a refresh token may be reused for as long as configured', async () => {
	for (const [seconds, status] of [
		[20, 200],
		[31, 400],
	] as const) {
		const { refreshToken } = await person()
		const next = tokensIn((await refresh(refreshToken)).body).refreshToken
		await refresh(next)
		world.clock.advance(seconds)
		expect((await refresh(refreshToken)).status).toBe(status)
	}
})

test('a session ends after inactivity, and after its longest lifetime even if it is used', async () => {
	const [idle, busy] = [await person(), await person()]
	let token = busy.refreshToken
	for (let round = 0; round < 2; round++) {
		world.clock.advance(2_900)
		token = tokensIn((await refresh(token)).body).refreshToken
	}
	expect(await refresh(idle.refreshToken)).toMatchObject({
		status: 400,
		body: {
			error_code: 'session_expired',
			msg: 'Invalid Refresh Token: Session Expired (Inactivity)',
		},
	})
	world.clock.advance(1_401)
	expect((await refresh(token)).body).toMatchObject({ msg: 'Invalid Refresh Token: Session Expired' })
})

test.each([
	['signup', 100],
	['magiclink', 110],
	['recovery', 120],
	['email_change', 130],
])('a link of type %s lasts %i seconds', async (type, seconds) => {
	const linkFor = async () => {
		const { email, accessToken } = await person()
		const fresh = address()
		world.clock.advance(6)
		if (type === 'signup') await post('/signup', { email: fresh, password })
		if (type === 'magiclink') await post('/otp', { email })
		if (type === 'recovery') await post('/recover', { email })
		if (type === 'email_change') await put(accessToken, { email: fresh })
		return await newestToken(world, type === 'signup' || type === 'email_change' ? fresh : email)
	}
	const early = await linkFor()
	world.clock.advance(seconds - 5)
	expect((await verify(type, early)).status).toBe(200)
	const late = await linkFor()
	world.clock.advance(seconds + 5)
	expect((await verify(type, late)).status).toBe(403)
})

test('codes have the configured number of digits and lifetime', async () => {
	const codeFor = async (email: string) => {
		await post('/recover', { email })
		await world.runJobs()
		const mail = world.mails.findLast(({ to }) => to === email)
		return /Prefer a code\? Use (\d+)\n/.exec(mail?.text ?? '')?.[1] ?? ''
	}
	const [early, late] = [await person(), await person()]
	const code = await codeFor(early.email)
	expect(code).toMatch(/^\d{8}$/)
	const byCode = (email: string, token: string) => post('/verify', { type: 'recovery', email, token })
	world.clock.advance(65)
	expect((await byCode(early.email, code)).status).toBe(200)
	const second = await codeFor(late.email)
	world.clock.advance(75)
	expect((await byCode(late.email, second)).status).toBe(403)
})

test('the code of a PKCE flow lasts as long as configured', async () => {
	for (const [seconds, status] of [
		[35, 200],
		[45, 422],
	] as const) {
		const [{ email }, browser] = [await person(), makeBrowser()]
		await post('/otp', { email, ...browser.challenge })
		const query = new URLSearchParams({ token: await newestToken(world, email), type: 'magiclink' })
		const { headers } = await callAuth(world, `/verify?${query}`, { method: 'GET' })
		const auth_code = new URL(headers.get('location') ?? '').searchParams.get('code')
		world.clock.advance(seconds)
		const exchanged = await post('/token?grant_type=pkce', { auth_code, code_verifier: browser.verifier })
		expect(exchanged.status).toBe(status)
	}
})

test('an address receives the configured number of emails a day, at the configured interval', async () => {
	const { email } = await person()
	const mails = () =>
		world.mails.filter(({ to, subject }) => to === email && subject.startsWith('Set a new')).length
	for (const expected of [1, 2, 2, 2]) {
		await post('/recover', { email })
		await world.runJobs()
		expect(mails()).toBe(expected)
		world.clock.advance(6)
	}
})

test.each([
	['too-few-1', ['length', 'characters']],
	['long enough, no sign', ['characters']],
	['long enough 7, no sign', ['characters']],
	['Orchard-2-XYZ', ['pwned', 'characters']],
	['orchard-2-xyz', ['pwned']],
	['orchard-3-xyz', []],
])('the password %j is rejected for %j', async (secret, reasons) => {
	const { status, body } = await post('/signup', { email: address(), password: secret })
	expect(status).toBe(reasons.length === 0 ? 200 : 422)
	const weak = body?.weak_password
	if (reasons.length > 0) expect(weak).toEqual({ reasons: expect.arrayContaining(reasons) })
})

test('a sign-in counts as recent for as long as configured', async () => {
	const someone = await person()
	world.clock.advance(31)
	const old = await put(someone.accessToken, { password: 'fresh-meadow-17?' })
	expect(old.body).toMatchObject({ error_code: 'reauthentication_needed' })
	const again = await signInAgain(world, someone)
	expect((await put(again.accessToken, { password: 'fresh-meadow-17?' })).status).toBe(200)
})

test('with linking off, identities can be neither added nor removed', async () => {
	const { accessToken } = await person()
	for (const [method, path] of [
		['GET', 'authorize?provider=google'],
		['DELETE', '11111111-1111-4111-8111-111111111111'],
	] as const)
		expect(await callAuth(world, `/user/identities/${path}`, { method, bearer: accessToken })).toMatchObject({
			status: 404,
			body: { error_code: 'manual_linking_disabled', msg: 'Manual linking is disabled' },
		})
})

test.each([
	['https://one.app.test/welcome/back?x=1#there', true],
	['headstart://done', true],
	['https://one.two.app.test/', false],
	['https://app.test/', false],
	['http://one.app.test/', false],
	['https://one.app.test.evil.test/', false],
	['https://evil.test/https://one.app.test/', false],
	['https://user@one.app.test/', false],
	['headstart://done/more', false],
])('a redirect to %s is allowed: %j', async (redirect_to, isAllowed) => {
	const query = new URLSearchParams({ token: 'x', type: 'signup', redirect_to })
	const { headers } = await callAuth(world, `/verify?${query}`, { method: 'GET' })
	const location = headers.get('location') ?? ''
	expect(location.split('#')[0]).toBe(isAllowed ? redirect_to.split('#')[0] : `${world.url}/`)
})

test('emails about accounts contain the texts that the owner wrote', async () => {
	const mailTexts = structuredClone(standardMailTexts)
	mailTexts.confirmation.subject = 'Welcome'
	mailTexts.user_updated_password.happened = 'There is a new password.'
	mailTexts.account_deleted.gone = 'All of it is gone.'
	const own = await createWorld({ mailTexts })
	try {
		const person = await confirmedUser(own)
		const asThem = { bearer: person.accessToken }
		await callAuth(own, '/user', { ...asThem, method: 'PUT', body: { password: 'fresh-meadow-17' } })
		await own.runJobs()
		await callAuth(own, '/account/delete', { ...asThem, body: {} })
		await own.runJobs()
		const [welcome, changed, deleted] = own.mails.filter(({ to }) => to === person.email)
		expect(welcome?.subject).toBe('Welcome')
		expect(changed?.text).toContain('There is a new password.')
		expect(deleted?.html).toContain('All of it is gone.')
	} finally {
		await own.close()
	}
})

test.each([
	['earlier than the shop’s', 60, 3_600, 60],
	['later than the shop’s', 36_000, 3_600, 3_600],
	['and the shop has none', 36_000, null, 36_000],
	['missing, and the shop has one', null, 3_600, 3_600],
	['missing, and so is the shop’s', null, null, null],
])(
	'a session whose end is asked for by the university, %s, ends at the earlier of the two',
	async (_name, own, usual, end) => {
		const shop = await createWorld()
		try {
			const person = await confirmedUser(shop)
			const now = shop.clock.now()
			const later = (seconds: number | null) => seconds && new Date(now.getTime() + seconds * 1000)
			const { session } = await shop.database.asServer(async (tx) =>
				startSession(tx, {
					user: await readUser(tx, person.id),
					method: 'sso/saml',
					device: { userAgent: null, address: '192.0.2.1' },
					now,
					settings: { sessionSeconds: usual, ofAdmin: false },
					notAfter: later(own) || null,
				}),
			)
			const [stored] = await shop.database.query(
				sql`select not_after from auth.sessions where id = ${session.id}`,
			)
			expect(stored).toEqual({ not_after: later(end) })
		} finally {
			await shop.close()
		}
	},
)
