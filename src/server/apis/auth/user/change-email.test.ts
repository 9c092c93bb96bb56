import { describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import {
	callAuth,
	confirmedUser,
	emailedTokens,
	getUser,
	makeBrowser,
	newestToken,
	sendWaitingEmails,
	signIn,
	signInAgain,
	type TestUser,
	tokensIn,
} from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { registerPasskey } from '#test/passkeys.ts'
import { makeKey } from '#test/software-key.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld()

const change = ({ accessToken }: Pick<TestUser, 'accessToken'>, email: string, more = {}) =>
	callAuth(world, '/user', { method: 'PUT', bearer: accessToken, body: { email, ...more } })
const verify = (token_hash: string) =>
	callAuth(world, '/verify', { body: { type: 'email_change', token_hash } })
const half = {
	status: 200,
	body: {
		msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
		code: '200',
	},
}
let made = 0
const newAddress = () => `moved.${++made}@student.test`

test.each([
	['old mailbox first', 0],
	['new mailbox first', 1],
])('the official client changes the address once both mailboxes confirm: %s', async (_name, first) => {
	const person = await confirmedUser(world)
	const email = newAddress()
	const client = anonymousClient(world)
	await client.auth.signInWithPassword(person)
	const { data, error } = await client.auth.updateUser({ email: email.toUpperCase() })
	expect(error).toBeNull()
	expect(data.user).toMatchObject({ email: person.email, new_email: email })
	expect(data.user?.email_change_sent_at).toBeTypeOf('string')
	const links = [await newestToken(world, person.email), await newestToken(world, email)]
	const [one = '', other = ''] = first === 0 ? links : links.toReversed()
	const accepted = await anonymousClient(world).auth.verifyOtp({ token_hash: one, type: 'email_change' })
	expect(accepted.error).toBeNull()
	expect(accepted.data.session).toBeNull()
	expect((await verify(one)).status).toBe(403)
	expect((await signIn(world, email, person.password)).status).toBe(400)
	expect((await getUser(world, person.accessToken)).body).toMatchObject({ email: person.email })

	const done = await anonymousClient(world).auth.verifyOtp({ token_hash: other, type: 'email_change' })
	expect(done.data.session?.user).toMatchObject({
		id: person.id,
		email,
		user_metadata: { email, email_verified: true },
		identities: [{ provider: 'email', email }],
	})
	expect(done.data.session?.user).not.toHaveProperty('new_email')
	expect((await signIn(world, email, person.password)).status).toBe(200)
	expect((await signIn(world, person.email, person.password)).status).toBe(400)
	await world.runJobs()
	const notice = world.mails.findLast(({ to }) => to === person.email)
	expect(notice?.subject).toBe('Headstart: your address was changed')
	expect(notice?.text).not.toContain(email)
})

test('if the links lead directly to the API, the first confirmation returns a message and the second signs in', async () => {
	const person = await confirmedUser(world)
	const email = newAddress()
	await change(person, email)
	const follow = async (token: string) =>
		new URL(
			(await callAuth(world, `/verify?token=${token}&type=email_change`, { method: 'GET' })).headers.get(
				'location',
			) ?? '',
		).hash
	const first = await follow(await newestToken(world, email))
	expect(new URLSearchParams(first.slice(1)).get('message')).toBe(half.body.msg)
	expect(first).not.toContain('access_token')
	expect(await follow(await newestToken(world, person.email))).toContain('access_token=')
})

test('changing to another user’s address gets the same answer, but sends that user no email', async () => {
	const [person, owner] = [await confirmedUser(world), await confirmedUser(world)]
	const free = await change(await confirmedUser(world), newAddress())
	const taken = await change(person, owner.email)
	expect(taken.status).toBe(free.status)
	expect(Object.keys(taken.body ?? {})).toEqual(Object.keys(free.body ?? {}))
	expect(taken.body).toMatchObject({ new_email: owner.email })
	expect(await emailedTokens(world, owner.email)).toHaveLength(1)
	expect(await verify(await newestToken(world, person.email))).toMatchObject(half)
	expect((await signIn(world, owner.email, owner.password)).status).toBe(200)
	expect((await getUser(world, owner.accessToken)).body).toMatchObject({ id: owner.id, email: owner.email })
})

test('a user can change to an address that has only an unconfirmed sign-up', async () => {
	const person = await confirmedUser(world)
	const email = newAddress()
	await callAuth(world, '/signup', { body: { email, password: 'squatters-own-1' } })
	const squattersLink = await newestToken(world, email)
	await change(person, email)
	await verify(await newestToken(world, person.email))
	expect((await verify(await newestToken(world, email))).body).toMatchObject({
		user: { id: person.id, email },
	})
	const late = await callAuth(world, '/verify', { body: { type: 'signup', token_hash: squattersLink } })
	expect(late.status).toBe(403)
})

test('of two users who change to the same address, the second is rejected on confirming', async () => {
	const [first, second] = [await confirmedUser(world), await confirmedUser(world)]
	const email = newAddress()
	await change(first, email)
	await change(second, email)
	await emailedTokens(world, email)
	await sendWaitingEmails(world)
	const [firstsLink = '', ...later] = await emailedTokens(world, email)
	await verify(firstsLink)
	expect((await verify(await newestToken(world, first.email))).status).toBe(200)
	await verify(await newestToken(world, second.email))
	expect(await verify(later.at(-1) ?? '')).toMatchObject({
		status: 422,
		body: { error_code: 'email_exists' },
	})
})

test('a new change of address voids earlier links, and a new password voids all of them', async () => {
	const person = await confirmedUser(world)
	const [first, second] = [newAddress(), newAddress()]
	await change(person, first)
	const stale = await newestToken(world, first)
	expect((await change(person, second)).body).toMatchObject({ error_code: 'over_email_send_rate_limit' })
	world.clock.advance(61)
	await change(person, second)
	expect((await verify(stale)).status).toBe(403)
	const fresh = await newestToken(world, second)
	await callAuth(world, '/user', {
		method: 'PUT',
		bearer: person.accessToken,
		body: { password: 'fresh-meadow-17' },
	})
	expect((await verify(fresh)).status).toBe(403)
	expect((await getUser(world, person.accessToken)).body).not.toHaveProperty('new_email')
})

test('a resend emails the links of a pending change again, and gets the same answer if there is none', async () => {
	const person = await confirmedUser(world)
	const email = newAddress()
	await change(person, email)
	expect(await emailedTokens(world, email)).toHaveLength(1)
	world.clock.advance(61)
	for (const asked of [person.email, 'nobody@student.test'])
		expect(await callAuth(world, '/resend', { body: { type: 'email_change', email: asked } })).toMatchObject({
			status: 200,
			body: {},
		})
	const links = await emailedTokens(world, email)
	expect(links).toHaveLength(2)
	// The earlier links work too, since their email may be the one that arrived.
	expect(await verify(links[0] ?? '')).toMatchObject(half)
})

test('if one mailbox is enough, only the new one confirms, and a change needs a recent sign-in or the password', async () => {
	const lone = await createWorld({ auth: { emailChangeNeedsBoth: false } })
	try {
		const person = await confirmedUser(lone)
		const ask = (body: Record<string, unknown>) =>
			callAuth(lone, '/user', { method: 'PUT', bearer: person.accessToken, body })
		lone.clock.advance(601)
		expect((await ask({ email: 'alone@student.test' })).body).toMatchObject({
			error_code: 'reauthentication_needed',
		})
		const asked = await ask({ email: 'alone@student.test', current_password: person.password })
		expect(asked.status).toBe(200)
		const mails = (await emailedTokens(lone, person.email)).length
		const token_hash = await newestToken(lone, 'alone@student.test')
		expect(await callAuth(lone, '/verify', { body: { type: 'email_change', token_hash } })).toMatchObject({
			status: 200,
			body: { user: { id: person.id, email: 'alone@student.test' } },
		})
		expect(mails).toBe(1)
	} finally {
		await lone.close()
	}
})

test('a stolen session cannot change the address without both mailboxes', async () => {
	const person = await confirmedUser(world)
	const intruder = await signInAgain(world, person)
	const email = newAddress()
	await change(intruder, email)
	expect(await verify(await newestToken(world, email))).toMatchObject(half)
	expect((await getUser(world, person.accessToken)).body).toMatchObject({ email: person.email })
	const mail = world.mails.findLast(({ to }) => to === person.email)
	expect(mail?.text).toContain('If that wasn’t you, don’t press the button.')
})

test('changes of address are counted by network, whichever account asks and whatever its kind', async () => {
	const shop = await createWorld({
		auth: { anonymousUsers: true },
		rateLimits: new Map([
			['email', { points: 3, seconds: 300 }],
			['signUpAnonymous', { points: 100, seconds: 3600 }],
		]),
		rateLimitScale: 1,
	})
	try {
		const statuses: number[] = []
		for (let asked = 0; asked < 5; asked++) {
			const { accessToken } = tokensIn((await callAuth(shop, '/signup', { body: {} })).body)
			const body = { email: newAddress() }
			statuses.push((await callAuth(shop, '/user', { method: 'PUT', bearer: accessToken, body })).status)
		}
		expect(statuses).toEqual([200, 200, 200, 429, 429])
		const person = await confirmedUser(shop)
		const { accessToken: bearer } = person
		const refused = await callAuth(shop, '/user', { method: 'PUT', bearer, body: { email: newAddress() } })
		expect(refused.status).toBe(429)
		expect(await callAuth(shop, '/recover', { body: { email: person.email } })).toMatchObject({ status: 429 })
		// What emails nobody is not counted.
		const same = await callAuth(shop, '/user', { method: 'PUT', bearer, body: { email: person.email } })
		expect(same.status).toBe(200)
	} finally {
		await shop.close()
	}
})

describe('an address that is confirmed in another browser than the one that asked', () => {
	const press = (token_hash: string, code_verifier: string, shop = world) =>
		callAuth(shop, '/verify', { body: { type: 'email_change', token_hash, code_verifier } })
	const changed = { status: 200, body: { is_changed: true } }

	/** Mallory asks to change the address of an account of her own to the victim's. */
	async function plant(challenge: object = makeBrowser().challenge) {
		const mallory = await confirmedUser(world)
		const other = await signInAgain(world, mallory)
		expect((await registerPasskey(world, mallory, makeKey(world.url))).status).toBe(200)
		await callAuth(world, '/user', {
			method: 'PUT',
			bearer: mallory.accessToken,
			body: { data: { display_name: 'Planted' } },
		})
		const victim = newAddress()
		await change(mallory, victim, challenge)
		return { mallory, other, victim }
	}
	const waysIn = async (id: string) => {
		const [left] = await world.database.query(sql`
			select
				(select count(*)::integer from auth.sessions where user_id = ${id}) as sessions,
				(select count(*)::integer from auth.webauthn_credentials where user_id = ${id}) as passkeys,
				(select count(*)::integer from auth.mfa_factors where user_id = ${id}) as factors,
				(select count(*)::integer from auth.one_time_tokens where user_id = ${id}) as links,
				(select array_agg(provider) from auth.identities where user_id = ${id}) as identities,
				(select encrypted_password from auth.users where id = ${id}) as password`)
		return left
	}
	const nothing = { sessions: 0, passkeys: 0, factors: 0, links: 0, identities: ['email'], password: null }

	const sha256OfNothing = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'
	test.each([
		['a challenge', makeBrowser().challenge, ''],
		['a challenge, and a proof of another request', makeBrowser().challenge, makeBrowser().verifier],
		['no challenge', {}, ''],
		[
			'the challenge of an empty verifier',
			{ code_challenge: sha256OfNothing, code_challenge_method: 's256' },
			'',
		],
	])(
		'is signed in to nothing, and nothing opens the account any more, if it was asked for with %s',
		async (_name, challenge, verifier) => {
			for (const order of ['old mailbox first', 'new mailbox first']) {
				const { mallory, other, victim } = await plant(challenge)
				const pressOld = async () => press(await newestToken(world, mallory.email), makeBrowser().verifier)
				if (order === 'old mailbox first') expect(await pressOld()).toMatchObject(half)
				const pressed = await press(await newestToken(world, victim), verifier)
				const last = order === 'old mailbox first' ? pressed : await pressOld()
				expect(last).toMatchObject(changed)
				expect(JSON.stringify(pressed.body)).not.toMatch(/token|Planted/)
				for (const email of [victim, mallory.email])
					expect((await signIn(world, email, mallory.password)).status).toBe(400)
				for (const { accessToken } of [mallory, other])
					expect((await getUser(world, accessToken)).body).toMatchObject({ error_code: 'session_not_found' })
				expect(await waysIn(mallory.id)).toEqual(nothing)
			}
		},
	)

	test('stays handed over if its old mailbox confirms last, in the browser that asked', async () => {
		const browser = makeBrowser()
		const { mallory, victim } = await plant(browser.challenge)
		expect(await press(await newestToken(world, victim), '')).toMatchObject(half)
		const last = await press(await newestToken(world, mallory.email), browser.verifier)
		expect((await signIn(world, victim, mallory.password)).status).toBe(400)
		expect(await getUser(world, mallory.accessToken)).toMatchObject({ status: 403 })
		expect(last.body).not.toHaveProperty('access_token')
	})

	test('lets its user in by a link to the new address, and shows nothing of the name that was there', async () => {
		const { mallory, victim } = await plant()
		await press(await newestToken(world, mallory.email), '')
		await press(await newestToken(world, victim), '')
		world.clock.advance(61)
		await callAuth(world, '/otp', { body: { email: victim } })
		const { body } = await callAuth(world, '/verify', {
			body: { type: 'magiclink', token_hash: await newestToken(world, victim), code_verifier: '' },
		})
		expect(body).toMatchObject({ user: { id: mallory.id, email: victim, has_password: false } })
		expect(JSON.stringify(body)).not.toContain('Planted')
	})

	test('keeps everything, and signs in, if the new mailbox confirms in the browser that asked', async () => {
		for (const order of ['old mailbox first', 'new mailbox first']) {
			const browser = makeBrowser()
			const { mallory: person, victim: email } = await plant(browser.challenge)
			const links = [await newestToken(world, person.email), await newestToken(world, email)]
			const [first = '', second = ''] = order === 'old mailbox first' ? links : links.toReversed()
			expect(await press(first, browser.verifier)).toMatchObject(half)
			expect((await press(second, browser.verifier)).body).toMatchObject({ user: { id: person.id, email } })
			expect((await signIn(world, email, person.password)).status).toBe(200)
			expect((await getUser(world, person.accessToken)).status).toBe(200)
			expect(await waysIn(person.id)).toMatchObject({ passkeys: 1 })
		}
	})

	test('six presses at the same moment hand the account over once', async () => {
		const { mallory, victim } = await plant()
		await press(await newestToken(world, mallory.email), '')
		const token = await newestToken(world, victim)
		const pressed = await Promise.all(Array.from({ length: 6 }, () => press(token, '')))
		expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403, 403])
		expect(await waysIn(mallory.id)).toEqual(nothing)
	})

	test('signs nobody in to an anonymous account either', async () => {
		const shop = await createWorld({ auth: { anonymousUsers: true } })
		try {
			const guest = tokensIn((await callAuth(shop, '/signup', { body: {} })).body)
			const email = newAddress()
			const browser = makeBrowser()
			const body = { email, ...browser.challenge }
			await callAuth(shop, '/user', { method: 'PUT', bearer: guest.accessToken, body })
			expect(await press(await newestToken(shop, email), '', shop)).toMatchObject(changed)
			expect((await getUser(shop, guest.accessToken)).status).toBe(403)
		} finally {
			await shop.close()
		}
	})
})
