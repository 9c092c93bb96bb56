import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	callAuth,
	confirmedUser,
	emailedTokens,
	getUser,
	newestToken,
	sendWaitingEmails,
	signIn,
	signInAgain,
	type TestUser,
	tokensIn,
} from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(() => world.close())

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
