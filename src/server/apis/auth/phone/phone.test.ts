import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { ban, callAuth, confirmedUser } from '#test/auth.ts'
import { anonymousClient, serviceRoleClient } from '#test/clients.ts'
import { fictionNumber, newestCode, otherThan, signInByPhone, textedCodes } from '#test/phone.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld({ phone: { countries: ['GB', 'IE'] }, trustedProxies: ['127.0.0.1'] })

let used = 0
const newPhone = () => fictionNumber(used++)
const password = 'quiet-harbour-42'

/** Waits until a number can be texted again. */
const later = () => world.clock.advance(61)

test('the official client signs up and in with texted codes', async () => {
	expect((await callAuth(world, '/settings', { method: 'GET' })).body).toMatchObject({
		external: { phone: true },
		phone_autoconfirm: false,
	})
	const phone = newPhone()
	const client = anonymousClient(world)
	const asked = await client.auth.signInWithOtp({
		phone: `+${phone}`,
		options: { data: { display_name: 'Ada' } },
	})
	expect(asked).toMatchObject({ error: null, data: { user: null, session: null } })
	const token = await newestCode(world, phone)
	expect(world.texts.at(-1)).toMatchObject({ to: phone, channel: 'sms' })
	// The last line of the message lets a phone fill in the code on this site only.
	expect(world.texts.at(-1)?.text).toMatch(
		/^\d{6} is your code to sign in [\x20-\x7e]+\n\n@127\.0\.0\.1 #\d{6}$/,
	)
	expect(world.texts.at(-1)?.text.length).toBeLessThanOrEqual(160)

	const { data, error } = await client.auth.verifyOtp({ phone, token, type: 'sms' })
	expect(error).toBeNull()
	expect(data.user).toMatchObject({
		phone,
		phone_confirmed_at: expect.any(String),
		confirmed_at: expect.any(String),
		app_metadata: { provider: 'phone', providers: ['phone'] },
		user_metadata: { display_name: 'Ada', phone_verified: true },
		identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
	})
	expect((await client.auth.getClaims()).data?.claims).toMatchObject({ phone, email: '' })
	// A code works once.
	expect(await callAuth(world, '/verify', { body: { type: 'sms', phone, token } })).toMatchObject({
		status: 403,
		body: { error_code: 'otp_expired' },
	})

	later()
	const again = anonymousClient(world)
	await again.auth.signInWithOtp({ phone, options: { shouldCreateUser: false, channel: 'whatsapp' } })
	const code = await newestCode(world, phone)
	expect(world.texts.at(-1)).toMatchObject({ channel: 'whatsapp' })
	const signedIn = await again.auth.verifyOtp({ phone, token: code, type: 'sms' })
	expect(signedIn.data.user?.id).toBe(data.user?.id)
	// A user who has only a number cannot buy, because receipts are emailed.
	const bought = await again.functions.invoke('create-payment', {
		body: { productName: 'CV Secrets', stripeProductId: 'prod_SYi2SEsBVHaZbB' },
	})
	expect(await bought.error.context.json()).toMatchObject({
		message: expect.stringContaining('Add an email address'),
	})
})

test('the official client signs up with a password, which works once the code is entered', async () => {
	const phone = newPhone()
	const client = anonymousClient(world)
	const { data, error } = await client.auth.signUp({
		phone,
		password,
		options: { data: { display_name: 'Bo' } },
	})
	expect(error).toBeNull()
	expect(data).toMatchObject({ session: null, user: { phone, user_metadata: { display_name: 'Bo' } } })
	const early = await anonymousClient(world).auth.signInWithPassword({ phone, password })
	expect(early.error).toMatchObject({ code: 'phone_not_confirmed' })
	await client.auth.verifyOtp({ phone, token: await newestCode(world, phone), type: 'sms' })
	const signedIn = await anonymousClient(world).auth.signInWithPassword({ phone, password })
	expect(signedIn.data.user).toMatchObject({ phone, user_metadata: { display_name: 'Bo' } })
	expect(
		(await anonymousClient(world).auth.signInWithPassword({ phone, password: 'x' })).error,
	).toMatchObject({
		code: 'invalid_credentials',
	})
})

test('a code is void after five wrong attempts, after ten minutes and once a newer one is sent', async () => {
	const phone = newPhone()
	const verify = (token: string) => callAuth(world, '/verify', { body: { type: 'sms', phone, token } })
	await callAuth(world, '/otp', { body: { phone } })
	const first = await newestCode(world, phone)
	for (let wrong = 0; wrong < 5; wrong += 1) expect((await verify(otherThan(first))).status).toBe(403)
	expect((await verify(first)).status).toBe(403)
	later()
	await callAuth(world, '/otp', { body: { phone } })
	const second = await newestCode(world, phone)
	later()
	await callAuth(world, '/otp', { body: { phone } })
	const third = await newestCode(world, phone)
	if (second !== third) expect((await verify(second)).status).toBe(403)
	world.clock.advance(601)
	expect((await verify(third)).status).toBe(403)
	await callAuth(world, '/otp', { body: { phone } })
	expect((await verify(await newestCode(world, phone))).status).toBe(200)
})

test('the answers are the same for every number, with and without an account', async () => {
	const [known, unknown, banned] = [newPhone(), newPhone(), newPhone()]
	await signInByPhone(world, known)
	const outlaw = await signInByPhone(world, banned)
	await ban(world, outlaw)
	later()
	const shapeOf = (body: unknown): unknown =>
		typeof body !== 'object' || body === null
			? typeof body
			: Object.fromEntries(Object.entries(body).map(([key, value]) => [key, shapeOf(value)]))
	const seen = async (phone: string) => {
		const calls = [
			await callAuth(world, '/otp', { body: { phone, create_user: false } }),
			await callAuth(world, '/resend', { body: { type: 'sms', phone } }),
			await callAuth(world, '/resend', { body: { type: 'phone_change', phone } }),
			await callAuth(world, '/signup', { body: { phone, password } }),
			await callAuth(world, '/signup', { body: { phone, password } }),
			await callAuth(world, '/verify', { body: { type: 'sms', phone, token: '000000x' } }),
			await callAuth(world, '/token?grant_type=password', { body: { phone, password: 'wrong' } }),
		]
		return calls.map(({ status, body }) => ({ status, body: shapeOf(body), code: body?.error_code }))
	}
	const answers = await seen(unknown)
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 403, 400])
	expect(await seen(known)).toEqual(answers)
	expect(await seen(banned)).toEqual(answers)
	expect(await textedCodes(world, known)).toHaveLength(2)
	expect(await textedCodes(world, unknown)).toHaveLength(1)
	expect(await textedCodes(world, banned)).toHaveLength(1)
})

test('a stranger’s password does not work once the user confirms the number', async () => {
	const phone = newPhone()
	const stranger = 'somebody-elses-42'
	const signUp = (typed: string) => callAuth(world, '/signup', { body: { phone, password: typed } })
	await signUp(stranger)
	await newestCode(world, phone)
	later()
	await signUp(password)
	// Two people have signed up with the number, so neither password is confirmed with it.
	const confirmed = await callAuth(world, '/verify', {
		body: { type: 'sms', phone, token: await newestCode(world, phone) },
	})
	expect(confirmed.status).toBe(200)
	for (const typed of [stranger, password])
		expect(
			await callAuth(world, '/token?grant_type=password', { body: { phone, password: typed } }),
		).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })

	// A browser in which nobody signed up sends an empty verifier, which does not confirm the password either.
	const other = newPhone()
	await callAuth(world, '/signup', { body: { phone: other, password: stranger } })
	const token = await newestCode(world, other)
	await callAuth(world, '/verify', { body: { type: 'sms', phone: other, token, code_verifier: '' } })
	expect(
		(await callAuth(world, '/token?grant_type=password', { body: { phone: other, password: stranger } }))
			.status,
	).toBe(400)
})

test('a stranger’s password does not work if the user asks for a code before another one can be texted', async () => {
	const stranger = 'somebody-elses-42'
	// Sent over a real connection, because it matters which network a request comes from.
	const request = async (path: string, body: object, from: string) => {
		const headers = { apikey: world.keys.publishableKey, 'x-forwarded-for': from }
		const init = { method: 'POST', headers, body: JSON.stringify(body) }
		const answer = await fetch(`${world.url}/auth/v1${path}`, init)
		return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) }
	}
	const [strangers, users] = ['203.0.113.9', '198.51.100.7']
	const sends = {
		'asks for a code to sign in': (phone: string) => request('/otp', { phone }, users),
		'signs up': (phone: string) => request('/signup', { phone, password }, users),
		'asks for the code again': (phone: string) => request('/resend', { type: 'sms', phone }, users),
		// For comparison: here the person who signed up asks.
		'is who signed up': (phone: string) => request('/resend', { type: 'sms', phone }, strangers),
	}
	const signedIn: Record<string, number> = {}
	for (const [what, send] of Object.entries(sends)) {
		const phone = newPhone()
		await request('/signup', { phone, password: stranger, data: { display_name: 'Mallory' } }, strangers)
		await textedCodes(world, phone)
		await send(phone)
		const token = await newestCode(world, phone)
		const { status, body } = await request('/verify', { type: 'sms', phone, token }, users)
		expect(status).toBe(200)
		if (what !== 'is who signed up') expect(body.user).not.toHaveProperty('user_metadata.display_name')
		const tried = await request('/token?grant_type=password', { phone, password: stranger }, strangers)
		signedIn[what] = tried.status
	}
	expect(signedIn).toEqual({
		'asks for a code to sign in': 400,
		'signs up': 400,
		'asks for the code again': 400,
		'is who signed up': 200,
	})
})

test('refuses numbers that no code should be sent to', async () => {
	const asked = (phone: string) => callAuth(world, '/otp', { body: { phone } })
	const refused: [string, string, string][] = [
		['premium rate', '449098790000', 'sms_send_failed'],
		['fixed line', '442079460000', 'sms_send_failed'],
		['a country that is not listed', '12025550123', 'sms_send_failed'],
		['an island with the same country code', '447624123456', 'sms_send_failed'],
		['satellite', '881612345678', 'sms_send_failed'],
		['a zero after the country code', '4407400123456', 'sms_send_failed'],
		['short number', '85258', 'sms_send_failed'],
		['too long', '4474001234567890', 'validation_failed'],
		['letters', '44740012345o', 'validation_failed'],
		['digits of another script', '44740012345٦', 'validation_failed'],
		['two numbers', '447400123456,447400123457', 'validation_failed'],
	]
	for (const [what, phone, code] of refused)
		expect([what, (await asked(phone)).body?.error_code]).toEqual([what, code])
	const before = world.texts.length
	await world.runJobs()
	expect(world.texts).toHaveLength(before)
	expect((await asked('+353 861234567')).status).toBe(200)
	expect(await callAuth(world, '/otp', { body: { phone: newPhone(), channel: 'fax' } })).toMatchObject({
		status: 400,
		body: { error_code: 'validation_failed', msg: expect.stringContaining("'sms' or 'whatsapp'") },
	})
})

test('a user whose number was last verified half a year ago receives an email instead of a text', async () => {
	const phone = newPhone()
	const person = await confirmedUser(world)
	await callAuth(world, '/user', { method: 'PUT', body: { phone }, bearer: person.accessToken })
	const token = await newestCode(world, phone)
	await callAuth(world, '/verify', { body: { type: 'phone_change', phone, token } })
	await world.database.query(
		sql`update auth.users set phone_proved_at = ${new Date(world.clock.now().getTime() - 181 * 86_400_000)} where id = ${person.id}`,
	)
	later()
	await world.runJobs()
	const [texts, mails] = [world.texts.length, world.mails.length]
	expect((await callAuth(world, '/otp', { body: { phone } })).status).toBe(200)
	await world.runJobs()
	expect(world.texts).toHaveLength(texts)
	expect(world.mails.slice(mails).map(({ to }) => to)).toEqual([person.email])
})

test('with confirmation off, a sign-up cannot take over an account that the service role created', async () => {
	const open = await createWorld({ auth: { mailerAutoconfirm: true }, phone: {} })
	onTestFinished(() => open.close())
	const { admin } = serviceRoleClient(open).auth
	const [first, second, fresh] = [newPhone(), newPhone(), newPhone()]
	await admin.createUser({ email: 'ada@student.test', email_confirm: true, phone: first })
	await admin.createUser({ phone: second, phone_confirm: true, email: 'bo@student.test' })
	const stranger = 'somebody-elses-42'
	for (const name of [{ phone: first }, { email: 'bo@student.test' }])
		expect(await callAuth(open, '/signup', { body: { ...name, password: stranger } })).toMatchObject({
			status: 422,
			body: { error_code: 'user_already_exists' },
		})
	for (const name of [{ phone: fresh }, { email: 'cy@student.test' }])
		expect(await callAuth(open, '/signup', { body: { ...name, password: stranger } })).toMatchObject({
			status: 200,
			body: { access_token: expect.any(String) },
		})
})
