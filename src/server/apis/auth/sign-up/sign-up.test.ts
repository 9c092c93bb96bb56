import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import {
	callAuth,
	confirmedUser,
	confirmSignUp,
	emailedTokens,
	newestToken,
	ownBrowser,
	signIn,
} from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const password = 'quiet-harbour-42'
const signUp = (email: string, more: Record<string, unknown> = {}) =>
	callAuth(world, '/signup', { body: { email, password, ...ownBrowser.challenge, ...more } })
const aMinuteLater = () => world.clock.advance(61)

test('the official client signs up, confirms with the emailed link and is signed in', async () => {
	const client = anonymousClient(world)
	const { data, error } = await client.auth.signUp({
		email: 'Ada@Student.Test',
		password,
		options: { data: { display_name: 'Ada Lovelace' } },
	})
	expect(error).toBeNull()
	expect(data.session).toBeNull()
	expect(data.user).toMatchObject({
		email: 'ada@student.test',
		role: 'authenticated',
		aud: 'authenticated',
		app_metadata: { provider: 'email', providers: ['email'] },
		user_metadata: {
			display_name: 'Ada Lovelace',
			email: 'ada@student.test',
			email_verified: false,
			phone_verified: false,
		},
		identities: [{ provider: 'email', email: 'ada@student.test', id: data.user?.id, user_id: data.user?.id }],
	})
	expect(data.user?.email_confirmed_at).toBeUndefined()

	const confirmed = await client.auth.verifyOtp({
		token_hash: await newestToken(world, 'ada@student.test'),
		type: 'signup',
	})
	expect(confirmed.error).toBeNull()
	expect(confirmed.data.user?.user_metadata).toEqual({
		sub: data.user?.id,
		display_name: 'Ada Lovelace',
		email: 'ada@student.test',
		email_verified: true,
		phone_verified: false,
	})
	expect(confirmed.data.user?.email_confirmed_at).toBeTypeOf('string')
	expect((await client.auth.getUser()).data.user?.id).toBe(data.user?.id)
	const claims = await client.auth.getClaims()
	expect(claims.data?.claims).toMatchObject({
		sub: data.user?.id,
		aal: 'aal1',
		role: 'authenticated',
		aud: 'authenticated',
		iss: `${world.url}/auth/v1`,
		is_anonymous: false,
		amr: [{ method: 'otp' }],
	})
	const again = await client.auth.signInWithPassword({ email: 'ada@student.test', password })
	expect(again.error).toBeNull()
})

test('the email leads through the confirmation page to where the visitor was, and quotes nothing they wrote', async () => {
	await callAuth(world, `/signup?redirect_to=${encodeURIComponent(`${world.url}/get/student-guide`)}`, {
		body: { email: 'mail@student.test', password, data: { display_name: 'Buy at evil.test' } },
		headers: { host: 'evil.test' },
	})
	const token = await newestToken(world, 'mail@student.test')
	const mail = world.mails.find(({ to }) => to === 'mail@student.test')
	const link = `${world.url}/auth/confirm?token_hash=${token}&type=signup&redirect=%2Fget%2Fstudent-guide`
	expect(mail?.text).toContain(link)
	expect(mail?.html).toContain(link.replaceAll('&', '&amp;'))
	expect(mail?.subject).toBe('Confirm your email for Headstart')
	// The redirect only decides which guide the email names. The text about the guide comes from the catalogue.
	expect(mail?.text).toContain('Student Guide\nFree. It waits for you until you’re signed in.')
	expect(`${mail?.text}${mail?.html}`).not.toContain('evil.test')
})

test('a redirect to another site is left out of the email', async () => {
	await callAuth(world, '/signup?redirect_to=https%3A%2F%2Fevil.test%2Fx', {
		body: { email: 'foreign@student.test', password },
	})
	await newestToken(world, 'foreign@student.test')
	expect(world.mails.find(({ to }) => to === 'foreign@student.test')?.text).not.toMatch(/evil|redirect/)
})

test.each([
	`/${'you-have-won-'.repeat(110)}`,
	'/categories/you-have-won-a-phone',
	'/products/you-have-won-a-phone',
	'/get/you-have-won-a-phone',
	'/read/you-have-won-a-phone',
	'/payment-success?session_id=RING-0800-000-000-TO-CLAIM',
	'/free/../ring-0800',
])('an email does not link to an unknown page: %.60s', async (path) => {
	const email = `made.up.${path.length}@student.test`
	await callAuth(world, `/signup?redirect_to=${encodeURIComponent(world.url + path)}`, {
		body: { email, password },
	})
	await newestToken(world, email)
	const mail = world.mails.find(({ to }) => to === email)
	expect(`${mail?.text}${mail?.html}`).not.toMatch(/redirect|you-have-won|ring-0800/i)
})

test('an email may link to a known page, and to the success page of the account’s own checkout', async () => {
	const person = await confirmedUser(world)
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status, stripe_session_id)
		values (${person.id}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'pending', 'cs_test_own')`)
	const linkFor = async (path: string) => {
		world.clock.advance(61)
		const query = new URLSearchParams({ redirect_to: `${world.url}${path}` })
		await callAuth(world, `/recover?${query}`, { body: { email: person.email } })
		await world.runJobs()
		const link = /https?:\S+/.exec(world.mails.findLast(({ to }) => to === person.email)?.text ?? '')?.[0]
		return new URL(link ?? 'none:').searchParams.get('redirect')
	}
	expect(await linkFor('/premium?x=1')).toBe('/premium')
	const own = '/payment-success?session_id=cs_test_own'
	expect(await linkFor(own)).toBe(own)
	expect(await linkFor('/payment-success?session_id=cs_test_other')).toBeNull()
})

test('neither the database nor the queue ever contains a usable token or a password', async () => {
	await signUp('secrets@student.test')
	const queued = await world.database.query(
		sql`select row_to_json(j)::text as row from graphile_worker._private_jobs j`,
	)
	const token = await newestToken(world, 'secrets@student.test')
	const kept = await world.database.query(sql`
		select row_to_json(t)::text as row from auth.one_time_tokens t
		union all select row_to_json(u)::text from auth.users u`)
	const everything = JSON.stringify([queued, kept])
	expect(everything).toContain('secrets@student.test')
	for (const secret of [token, Buffer.from(token).toString('hex'), password])
		expect(everything).not.toContain(secret)
})

test('signing up with a confirmed address returns a made-up user without identities and sends no email', async () => {
	const person = await confirmedUser(world)
	const { data, error } = await anonymousClient(world).auth.signUp({
		email: person.email,
		password: 'another-pass-77',
	})
	expect(error).toBeNull()
	expect(data.user?.identities).toEqual([])
	expect(data.user?.id).not.toBe(person.id)
	expect(data.user?.email_confirmed_at).toBeUndefined()
	expect(await emailedTokens(world, person.email)).toHaveLength(1)
	expect((await signIn(world, person.email, 'another-pass-77')).status).toBe(400)
	expect((await signIn(world, person.email, person.password)).status).toBe(200)
})

test('signing up twice with one password sends two links, and either link works until one is used', async () => {
	const email = 'twice@student.test'
	await signUp(email, { data: { display_name: 'Tw' } })
	const first = await newestToken(world, email)
	aMinuteLater()
	await signUp(email, { data: { display_name: 'Twice' } })
	const second = await newestToken(world, email)
	expect(second).not.toBe(first)
	const rows = await world.database.query(sql`
		select from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = ${email}`)
	expect(rows).toHaveLength(1)
	expect((await confirmSignUp(world, first)).body).toMatchObject({
		user: { user_metadata: { display_name: 'Twice' } },
	})
	expect((await confirmSignUp(world, second)).status).toBe(403)
	expect((await signIn(world, email, password)).status).toBe(200)
})

test('emails to one address are sent a minute apart, however often somebody signs up with that address', async () => {
	const email = 'hasty@student.test'
	for (const choice of [1, 2, 3, 4, 5])
		expect((await signUp(email, { password: `quick-choice-${choice}` })).status).toBe(200)
	expect(await emailedTokens(world, email)).toHaveLength(1)
	const waiting = await world.database.query(sql`
		select extract(epoch from j.run_at - now())::integer as seconds
		from graphile_worker._private_jobs j join auth.one_time_tokens t on t.id::text = j.payload ->> 'tokenId'
		where t.relates_to = ${email} and j.run_at > now() + interval '10 seconds' order by j.run_at`)
	const due = waiting.map(({ seconds }) => Math.round(Number(seconds) / 10) * 10)
	// While these emails are waiting, no more are queued for further sign-ups. Any of the links confirms the address.
	expect(due).toEqual([60, 120, 180, 240].slice(0, due.length))
	expect(due.length).toBeGreaterThanOrEqual(3)
})

test('one address receives twenty emails of a kind in a day, then one an hour', async () => {
	const email = 'bombed@student.test'
	const ask = async () => {
		expect((await callAuth(world, '/resend', { body: { type: 'signup', email } })).status).toBe(200)
		const mails = (await emailedTokens(world, email)).length
		world.clock.advance(61)
		return mails
	}
	await signUp(email)
	for (let sent = 1; sent <= 25; sent++) {
		world.clock.advance(61)
		expect(await ask()).toBe(Math.min(sent + 1, 20))
	}
	world.clock.advance(3_600)
	expect(await ask()).toBe(21)
	expect(await ask()).toBe(21)
})

test('twenty concurrent sign-ups for one address create one account and send one email', async () => {
	const email = 'crowd@student.test'
	const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(email)))
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
	expect(new Set(answers.map(({ body }) => body?.id)).size).toBe(1)
	expect(await emailedTokens(world, email)).toHaveLength(1)
})

test('a sign-up cannot set fields that belong to the server', async () => {
	const email = 'climber@student.test'
	const id = '11111111-1111-4111-8111-111111111111'
	await signUp(email, {
		id,
		role: 'service_role',
		aud: 'admin',
		email_confirmed_at: '2020-01-01T00:00:00Z',
		is_anonymous: true,
		banned_until: null,
		invited_at: null,
		deleted_at: null,
		app_metadata: { provider: 'google', roles: ['admin'] },
		data: { sub: id, email: 'other@student.test', email_verified: true, display_name: 'Climber' },
	})
	const { body } = await confirmSignUp(world, await newestToken(world, email))
	expect(body?.user).toMatchObject({
		role: 'authenticated',
		aud: 'authenticated',
		is_anonymous: false,
		app_metadata: { provider: 'email', providers: ['email'] },
		user_metadata: { email, display_name: 'Climber' },
	})
	expect(JSON.stringify(body)).not.toContain(id)
})

test.each([
	['4.1 kB of text', { note: 'x'.repeat(4_100) }],
	['five levels of nesting', { a: { b: { c: { d: { e: 1 } } } } }],
	['a line break', { display_name: 'a\nb' }],
	['NUL', { display_name: 'a\0b' }],
	['a lone surrogate', { display_name: '\ud800' }],
	['a nested `__proto__` key', { a: JSON.parse('{"__proto__": {"x": 1}}') }],
	['a list instead of an object', ['x']],
	['a text instead of an object', 'x'],
])('metadata with %s is rejected', async (_name, data) => {
	const { status, body } = await signUp(`meta.${Math.random()}@student.test`, { data })
	expect({ status, code: body?.error_code }).toEqual({ status: 400, code: 'validation_failed' })
})

test('an access token with metadata of the largest size fits into a request header', async () => {
	await signUp('wide@student.test', { data: { note: 'é'.repeat(2_030) } })
	const { body, status } = await confirmSignUp(world, await newestToken(world, 'wide@student.test'))
	expect(status).toBe(200)
	expect(String(body?.access_token).length).toBeLessThan(8_192)
})

test.each([
	'first&last@student.test',
	'user=name@student.test',
	'slash/dept@student.test',
	"!#$%&'*+/=?^_`{|}~-@student.test",
	'{site}@student.test',
	'test@xn--80aswg.xn--p1ai',
])('%j signs up, gets every email and signs in again', async (email) => {
	expect((await signUp(email)).status).toBe(200)
	const { body } = await confirmSignUp(world, await newestToken(world, email))
	expect(body).toMatchObject({ user: { email } })
	expect((await signIn(world, email, password)).status).toBe(200)
	await callAuth(world, '/recover', { body: { email } })
	await callAuth(world, '/verify', {
		body: { type: 'recovery', token_hash: await newestToken(world, email) },
	})
	await world.runJobs()
	const notice = world.mails.findLast(({ to }) => to === email)
	expect(notice?.text).toContain(email)
})

test.each([
	'',
	'x',
	'a@b',
	'a..b@student.test',
	'"a b"@student.test',
	'a@[192.0.2.1]',
	'a,b@student.test',
	'a b@student.test',
	'@student.test',
	'a@student.test\n',
	`${'a'.repeat(250)}@student.test`,
	'ü@student.test',
])('rejects the address %j', async (email) => {
	const { status } = await signUp(email)
	expect(status).toBe(email === '' ? 422 : 400)
})

test.each([
	'🙈🙉🙊🐵🐒🦍',
	' leading and trailing ',
	'e\u0301galite\u0301-42',
	'مرحبا-بالعالم',
	'x'.repeat(100) + 'é'.repeat(900),
])('every byte of the password %j counts', async (secret) => {
	const email = `bytes.${Buffer.from(secret).length}@student.test`
	await signUp(email, { password: secret })
	await confirmSignUp(world, await newestToken(world, email))
	expect((await signIn(world, email, secret)).status).toBe(200)
	for (const near of [secret.trim().normalize('NFC').slice(0, -1), `${secret}x`, secret.slice(1)]) {
		expect((await signIn(world, email, near)).status).toBe(400)
	}
})
