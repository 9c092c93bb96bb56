import { expect, test } from 'vitest'
import {
	callAuth,
	confirmSignUp,
	emailedTokens,
	makeBrowser,
	newestToken,
	ownBrowser,
	sendWaitingEmails,
	signIn,
} from '#test/auth.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld()

const password = 'quiet-harbour-42'
const signUp = (email: string, more: Record<string, unknown> = {}) =>
	callAuth(world, '/signup', { body: { email, password, ...ownBrowser.challenge, ...more } })
const aMinuteLater = () => world.clock.advance(61)

test('the user who confirms gets the password and name of their own sign-up, whichever link they use', async () => {
	for (const pressed of ['squatter’s', 'owner’s'] as const) {
		const email = `victim.of.${pressed.slice(0, 5)}@student.test`
		const [squatter, owner] = [makeBrowser(), makeBrowser()]
		const squatted = { password: 'squatters-own-1', data: { display_name: 'Squatter' } }
		await signUp(email, { ...squatted, ...squatter.challenge })
		// The second sign-up is within the same minute. It is stored at once, and its email follows later.
		const rightful = { password: 'rightful-owner-2', data: { display_name: 'Victim' } }
		const second = await signUp(email, { ...rightful, ...owner.challenge })
		expect(second).toMatchObject({ status: 200, body: { user_metadata: { display_name: 'Victim' } } })
		expect(JSON.stringify(second.body)).not.toContain('Squatter')
		expect(await emailedTokens(world, email)).toHaveLength(1)
		await sendWaitingEmails(world)
		const [squattersLink = '', ownersLink = ''] = await emailedTokens(world, email)
		const [link, otherLink] =
			pressed === 'owner’s' ? [ownersLink, squattersLink] : [squattersLink, ownersLink]
		expect(link).not.toBe('')
		const { body } = await confirmSignUp(world, link, owner.verifier)
		expect(body).toMatchObject({ user: { user_metadata: { display_name: 'Victim', email_verified: true } } })
		expect((await signIn(world, email, 'squatters-own-1')).body).toMatchObject({
			error_code: 'invalid_credentials',
		})
		expect((await signIn(world, email, 'rightful-owner-2')).status).toBe(200)
		// The confirmation voids the other link.
		expect((await confirmSignUp(world, otherLink, squatter.verifier)).status).toBe(403)
	}
})

test('confirming a stranger’s sign-up does not apply the stranger’s password', async () => {
	const email = 'surprised@student.test'
	const data = { display_name: 'Squatter', note: 'planted' }
	await signUp(email, { password: 'squatters-own-1', data, ...makeBrowser().challenge })
	for (const [verifier, expected] of [
		['', 200],
		['', 403],
	] as const)
		expect((await confirmSignUp(world, await newestToken(world, email), verifier)).status).toBe(expected)
	expect((await signIn(world, email, 'squatters-own-1')).body).toMatchObject({
		error_code: 'invalid_credentials',
	})
})

test('an account confirmed on another device has no password until the user sets one', async () => {
	const email = 'on.the.phone@student.test'
	await signUp(email, { data: { display_name: 'Priya Shah' } })
	const { body } = await confirmSignUp(world, await newestToken(world, email), makeBrowser().verifier)
	expect(body?.user).toMatchObject({ has_password: false, user_metadata: { display_name: 'Priya Shah' } })
	expect((await signIn(world, email, password)).status).toBe(400)
	const set = await callAuth(world, '/user', {
		method: 'PUT',
		bearer: String(body?.access_token),
		body: { password },
	})
	expect(set).toMatchObject({ status: 200, body: { has_password: true } })
	expect((await signIn(world, email, password)).status).toBe(200)
})

test('if a client sends no code challenge, a link sets the password of the sign-up that it was emailed for', async () => {
	const email = 'plain.wire@student.test'
	await signUp(email, { password: 'squatters-own-1', code_challenge: null, code_challenge_method: null })
	const rightful = { password: 'rightful-owner-2', data: { display_name: 'Victim' } }
	await signUp(email, { ...rightful, code_challenge: null, code_challenge_method: null })
	await emailedTokens(world, email)
	await sendWaitingEmails(world)
	const token_hash = await newestToken(world, email)
	const { body } = await callAuth(world, '/verify', { body: { type: 'signup', token_hash } })
	expect(body?.user).toMatchObject({ has_password: true, user_metadata: { display_name: 'Victim' } })
	expect((await signIn(world, email, 'rightful-owner-2')).status).toBe(200)
	expect((await signIn(world, email, 'squatters-own-1')).status).toBe(400)
})

test('if the settings require no proof, a link sets the password of the sign-up that it was emailed for', async () => {
	const loose = await createWorld({ auth: { signUpPasswordNeedsProof: false } })
	try {
		const email = 'loose@student.test'
		await callAuth(loose, '/signup', { body: { email, password } })
		const token_hash = await newestToken(loose, email)
		const body = { type: 'signup', token_hash, code_verifier: '' }
		expect((await callAuth(loose, '/verify', { body })).status).toBe(200)
		const answer = await callAuth(loose, '/token?grant_type=password', { body: { email, password } })
		expect(answer.status).toBe(200)
	} finally {
		await loose.close()
	}
})

test('confirming in the browser of the first sign-up applies the first password, despite a later sign-up', async () => {
	const email = 'earlier@student.test'
	const [first, later] = [makeBrowser(), makeBrowser()]
	await signUp(email, { password: 'chosen-first-1', ...first.challenge })
	aMinuteLater()
	await signUp(email, { password: 'chosen-later-2', ...later.challenge })
	expect((await confirmSignUp(world, await newestToken(world, email), first.verifier)).status).toBe(200)
	expect((await signIn(world, email, 'chosen-first-1')).status).toBe(200)
	expect((await signIn(world, email, 'chosen-later-2')).status).toBe(400)
})

test('confirming drops a stranger’s metadata from the account and from its tokens', async () => {
	const data = { display_name: 'Squatter', note: 'planted' }
	const stranger = makeBrowser()
	const ways = {
		'signs up twice': async (email: string) => {
			await signUp(email, { data, ...stranger.challenge })
			await signUp(email, { data: { display_name: 'Rightful' }, password: 'rightful-owner-2' })
		},
		'signs up at length': (email: string) =>
			signUp(email, { data: { display_name: 'Squatter'.repeat(11) }, ...stranger.challenge }),
		'signs up with a structure': (email: string) =>
			signUp(email, { data: { display_name: ['Squatter'] }, ...stranger.challenge }),
		'asks for a link': (email: string) =>
			callAuth(world, '/otp', { body: { email, data, ...stranger.challenge } }),
	}
	for (const [way, ask] of Object.entries(ways)) {
		const email = `named.${way.replaceAll(' ', '.')}@student.test`
		await ask(email)
		const { body } = await confirmSignUp(world, await newestToken(world, email), makeBrowser().verifier)
		expect(body?.user).toMatchObject({ email, user_metadata: { email_verified: true } })
		expect(JSON.stringify(body)).not.toMatch(/Squatter|planted/)
		const claims = Buffer.from(String(body?.access_token).split('.')[1] ?? '', 'base64url').toString()
		expect(claims).not.toMatch(/Squatter|planted/)
	}
})

test('confirming an address’s only sign-up in another browser keeps only the name', async () => {
	const email = 'single@student.test'
	await signUp(email, { data: { display_name: 'Priya', note: 'planted' }, ...makeBrowser().challenge })
	const { body } = await confirmSignUp(world, await newestToken(world, email), makeBrowser().verifier)
	expect(body?.user).toMatchObject({ user_metadata: { display_name: 'Priya' } })
	expect(JSON.stringify(body)).not.toContain('planted')
})

test('a resend requested by the user does not apply the name that a stranger entered', async () => {
	const email = 'asked.twice@student.test'
	const [stranger, owner] = [makeBrowser(), makeBrowser()]
	await callAuth(world, '/otp', {
		body: { email, data: { display_name: 'Squatter' }, ...stranger.challenge },
	})
	await world.runJobs()
	aMinuteLater()
	await callAuth(world, '/resend', { body: { type: 'signup', email, ...owner.challenge } })
	const { body } = await confirmSignUp(world, await newestToken(world, email), owner.verifier)
	expect(body?.user).toMatchObject({ email })
	expect(JSON.stringify(body)).not.toContain('Squatter')
})
