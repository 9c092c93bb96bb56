import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { confirmedUser, type TestUser } from '#test/auth.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ada: TestUser
beforeAll(async () => {
	// This machine is a trusted proxy here, so the tests can choose the address that a request comes from.
	world = await createWorld({ rateLimitScale: 1, trustedProxies: ['127.0.0.1'] })
	ada = await confirmedUser(world)
})
afterAll(() => world.close())

const signIn = (email: string, password: string, from = '192.0.2.1', shop = world) =>
	ask('/token?grant_type=password', { email, password }, from, {}, shop)
const ask = (path: string, body: unknown, from: string, headers: Record<string, string> = {}, shop = world) =>
	callOverPort(shop, path, body, { 'x-forwarded-for': from, ...headers })

/** Uses the real port, because the server recognises a trusted proxy by the address of its connection. */
async function callOverPort(
	{ url, keys }: World,
	path: string,
	body: unknown,
	headers: Record<string, string>,
) {
	const response = await fetch(`${url}/auth/v1${path}`, {
		method: 'POST',
		headers: { apikey: keys.publishableKey, ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	})
	const answer: Record<string, unknown> = JSON.parse(await response.text())
	return { status: response.status, body: answer, retryAfter: Number(response.headers.get('retry-after')) }
}

/** Lets `seconds` pass for the rate limits, which use the system clock. */
function pass(seconds: number): void {
	if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] })
	vi.setSystemTime(Date.now() + seconds * 1000)
}
afterEach(() => void vi.useRealTimers())

test('ten wrong passwords lock out every stranger, but not the user on a familiar network', async () => {
	const bea = await confirmedUser(world)
	const home = '198.51.100.1'
	expect((await signIn(bea.email, bea.password, home)).status).toBe(200)
	const statuses: number[] = []
	for (let stranger = 0; stranger < 50; stranger++)
		statuses.push((await signIn(bea.email.toUpperCase(), 'guess', `203.0.113.${stranger}`)).status)
	expect(statuses).toEqual([...Array<number>(10).fill(400), ...Array<number>(40).fill(429)])
	const refused = await signIn(bea.email, bea.password, '203.0.113.200')
	expect(refused).toMatchObject({
		status: 429,
		body: { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
	})
	expect(refused.retryAfter).toBeGreaterThan(0)
	expect(refused.retryAfter).toBeLessThanOrEqual(30)
	for (let slip = 0; slip < 9; slip++) expect((await signIn(bea.email, 'slip', home)).status).toBe(400)
	expect((await signIn(bea.email, bea.password, home)).status).toBe(200)
	// Other accounts can still be tried, even from a limited address.
	expect((await signIn('someone.else@student.test', 'x', '203.0.113.49')).status).toBe(400)
})

test('wrong passwords for an account’s email address and phone number count together', async () => {
	const both = await createWorld({ rateLimitScale: 1, trustedProxies: ['127.0.0.1'], phone: {} })
	onTestFinished(() => both.close())
	const { id, email, password } = await confirmedUser(both)
	const phone = '447700900123'
	await both.database.query(
		sql`update auth.users set phone = ${phone}, phone_confirmed_at = ${both.clock.now()} where id = ${id}`,
	)
	const guess = (login: object, from: string) =>
		ask('/token?grant_type=password', { ...login, password: 'guess' }, from, {}, both)
	const statuses: number[] = []
	for (let stranger = 0; stranger < 6; stranger++)
		for (const login of [{ email }, { phone }])
			statuses.push((await guess(login, `203.0.113.${stranger}`)).status)
	expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
	expect((await guess({ phone: '447700900124' }, '203.0.113.9')).status).toBe(400)
	expect((await signIn(email, password, '203.0.113.9', both)).status).toBe(429)
})

test('wrong passwords for an unknown address are limited in the same way', async () => {
	const statuses: number[] = []
	for (let stranger = 0; stranger < 11; stranger++)
		statuses.push((await signIn('no.account@student.test', 'guess', `203.0.113.${stranger}`)).status)
	expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
})

test('a stranger’s wait doubles with each further attempt, up to a quarter of an hour', async () => {
	const { email, password } = await confirmedUser(world)
	const guess = () => signIn(email, 'guess', '203.0.113.5')
	for (let round = 0; round < 10; round++) expect((await guess()).status).toBe(400)
	for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
		const refused = await guess()
		expect(refused.status).toBe(429)
		expect(refused.retryAfter).toBeGreaterThan(wait / 2)
		expect(refused.retryAfter).toBeLessThanOrEqual(wait)
		pass(wait + 1)
		expect((await guess()).status).toBe(400)
	}
	pass(901)
	// The correct password is accepted, and from then on the network it came from is familiar.
	for (let round = 0; round < 3; round++)
		expect((await signIn(email, password, '192.0.2.60')).status).toBe(200)
})

test('of a hundred concurrent guesses at most ten are checked', async () => {
	// With real hashes a check is so slow that many guesses arrive before the first has been checked.
	const slow = await createWorld({ rateLimitScale: 1, trustedProxies: ['127.0.0.1'], realPasswords: true })
	onTestFinished(() => slow.close())
	const { email } = await confirmedUser(slow)
	const answers = await Promise.all(
		Array.from({ length: 100 }, (_, stranger) => signIn(email, 'guess', `203.0.113.${stranger}`, slow)),
	)
	// Some may be rejected because the queue is full (503).
	expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10)
	expect(answers.filter(({ status }) => status === 200)).toEqual([])
})

test('wrong passwords are limited to ten even from a familiar network', async () => {
	const { email, password } = await confirmedUser(world)
	expect((await signIn(email, password, '198.51.100.20')).status).toBe(200)
	for (let slip = 0; slip < 10; slip++)
		expect((await signIn(email, 'slip', '198.51.100.20')).status).toBe(400)
	expect((await signIn(email, 'slip', '198.51.100.20')).status).toBe(429)
})

test('a whole IPv6 /56 and a whole /48 are limited too', async () => {
	const verify = async (from: string) =>
		(await ask('/verify', { type: 'signup', token_hash: 'x' }, from)).status
	const verifyFrom = async (subnets: number[]) => {
		const statuses: number[] = []
		for (const subnet of subnets) statuses.push(await verify(`2001:db8:7:${subnet.toString(16)}::1`))
		return statuses
	}
	const range = (first: number, length: number) => Array.from({ length }, (_, index) => first + index)
	// The limit is 30 invalid links for an address, 60 for a /56 and 120 for a /48.
	expect(await verifyFrom(range(0, 61))).toEqual([...Array<number>(60).fill(403), 429])
	expect(await verifyFrom(range(0x100, 30))).toEqual(Array<number>(30).fill(403))
	expect(await verifyFrom(range(0x200, 31))).toEqual([...Array<number>(30).fill(403), 429])
	expect(await verify('2001:db8:8::1')).toBe(403)
})

test('correct passwords do not count: a whole campus can sign in from one address', async () => {
	const campus = [ada, await confirmedUser(world), await confirmedUser(world), await confirmedUser(world)]
	for (let round = 0; round < 40; round++) {
		const answers = await Promise.all(
			campus.map(({ email, password }) => signIn(email, password, '198.51.100.7')),
		)
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
	}
})

test.each([
	['/signup', '198.51.100.100', { email: 'real@student.test', password: 'quiet-harbour-42' }, 200],
	['/token?grant_type=password', '198.51.100.101', { email: 'nobody@student.test', password: 'x' }, 400],
	['/verify', '198.51.100.102', { type: 'signup', token_hash: 'x' }, 403],
	['/resend', '198.51.100.103', { type: 'signup', email: 'real@student.test' }, 200],
	['/recover', '198.51.100.104', { email: 'real@student.test' }, 200],
	['/otp', '198.51.100.105', { email: 'real.too@student.test' }, 200],
])('malformed requests to %s do not limit others at the same address', async (path, from, body, status) => {
	for (let junk = 0; junk < 40; junk++) {
		expect((await ask(path, '{', from)).status).toBe(400)
		expect((await ask(path, {}, from)).status).not.toBe(429)
		if (path !== '/verify')
			expect((await ask(path, body, from, { apikey: 'sb_publishable_wrong' })).status).toBe(401)
	}
	expect((await ask(path, body, from)).status).toBe(status)
})

test('sign-ups from one address are limited to thirty in five minutes', async () => {
	const statuses: number[] = []
	for (let round = 0; round < 31; round++) {
		const email = `many.${round}@student.test`
		statuses.push((await ask('/signup', { email, password: 'quiet-harbour-42' }, '198.51.100.9')).status)
	}
	expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
	expect(statuses.at(-1)).toBe(429)
})

test("requests without the shop's key are rejected and do not count", async () => {
	const signUp = (email: string, apikey: string) =>
		ask('/signup', { email, password: 'quiet-harbour-42' }, '198.51.100.7', { apikey })
	for (let round = 0; round < 31; round++)
		expect((await signUp('keyless@student.test', 'sb_publishable_of-another-shop')).status).toBe(401)
	expect((await signUp('keyed@student.test', world.keys.publishableKey)).status).toBe(200)
})

test('invalid links from one address are limited to thirty', async () => {
	const verify = () => ask('/verify', { type: 'signup', token_hash: 'x' }, '198.51.100.8')
	for (let round = 0; round < 30; round++) expect((await verify()).status).toBe(403)
	expect((await verify()).status).toBe(429)
})

test('a second email request within a minute is rejected, whether the address is known, unknown or pending', async () => {
	await ask('/signup', { email: 'waits@student.test', password: 'quiet-harbour-42' }, '192.0.2.77')
	for (const [index, path] of ['/recover', '/otp', '/resend'].entries()) {
		for (const email of [ada.email, 'unknown@student.test', 'waits@student.test']) {
			const askFrom = (from: string) => ask(path, { type: 'signup', email }, from)
			expect(await askFrom(`192.0.2.${80 + index}`)).toMatchObject({ status: 200, body: {} })
			const refused = await askFrom(`192.0.2.${80 + index}`)
			expect(refused.status).toBe(429)
			expect(refused.body.error_code).toBe('over_email_send_rate_limit')
			expect(refused.body.msg).toMatch(
				/^For security purposes, you can only request this after \d+ seconds\.$/,
			)
			expect(refused.retryAfter).toBeGreaterThan(0)
			// A stranger learns nothing about other callers' requests.
			expect(await askFrom(`192.0.2.${90 + index}`)).toMatchObject({ status: 200, body: {} })
		}
	}
})

test('sign-ins to one account from one address are limited, without affecting other addresses', async () => {
	const limited = await createWorld({
		rateLimitScale: 1,
		rateLimits: new Map([['signInDone', { points: 3, seconds: 300 }]]),
		trustedProxies: ['127.0.0.1'],
	})
	try {
		const { email, password } = await confirmedUser(limited)
		const signInFrom = async (from: string) => {
			const { status } = await fetch(`${limited.url}/auth/v1/token?grant_type=password`, {
				method: 'POST',
				headers: { apikey: limited.keys.publishableKey, 'x-forwarded-for': from },
				body: JSON.stringify({ email, password }),
			})
			return status
		}
		for (let round = 0; round < 3; round++) expect(await signInFrom('192.0.2.50')).toBe(200)
		expect(await signInFrom('192.0.2.50')).toBe(429)
		expect(await signInFrom('192.0.2.51')).toBe(200)
	} finally {
		await limited.close()
	}
})
