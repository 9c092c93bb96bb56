import { expect, test } from 'vitest'
import {
	callAuth,
	confirmedUser,
	confirmSignUp,
	emailedTokens,
	makeBrowser,
	newestToken,
	ownBrowser,
	sendWaitingEmails,
	signIn,
} from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const signUp = (email: string, password: string, data = {}) =>
	callAuth(world, '/signup', { body: { email, password, data, ...ownBrowser.challenge } })
const resend = (email: string) => callAuth(world, '/resend', { body: { type: 'signup', email } })
const aMinuteLater = () => world.clock.advance(61)

test('the official client requests a second link, and either link works until one is used', async () => {
	const email = 'again@student.test'
	await signUp(email, 'quiet-harbour-42', { display_name: 'Again' })
	const first = await newestToken(world, email)
	aMinuteLater()
	const { error } = await anonymousClient(world).auth.resend({
		type: 'signup',
		email: 'Again@Student.test',
		options: { emailRedirectTo: `${world.url}/free` },
	})
	expect(error).toBeNull()
	const second = await newestToken(world, email)
	expect(second).not.toBe(first)
	expect(world.mails.at(-1)?.text).toContain('&redirect=%2Ffree')
	expect((await confirmSignUp(world, second)).body).toMatchObject({
		user: { user_metadata: { display_name: 'Again' } },
	})
	expect((await confirmSignUp(world, first)).status).toBe(403)
	expect((await signIn(world, email, 'quiet-harbour-42')).status).toBe(200)
})

test('an expired link is replaced, not revived', async () => {
	const email = 'late@student.test'
	await signUp(email, 'quiet-harbour-42')
	const first = await newestToken(world, email)
	world.clock.advance(3_700)
	await resend(email)
	const second = await newestToken(world, email)
	expect((await confirmSignUp(world, first)).status).toBe(403)
	expect((await confirmSignUp(world, second)).status).toBe(200)
	expect((await signIn(world, email, 'quiet-harbour-42')).status).toBe(200)
})

test('an unknown and a confirmed address get the same answer and no email', async () => {
	const { email } = await confirmedUser(world)
	const mails = world.mails.length
	for (const address of [email, 'unknown@student.test'])
		expect(await resend(address)).toMatchObject({ status: 200, body: {} })
	await world.runJobs()
	expect(world.mails).toHaveLength(mails)
})

test('a resend right after the sign-up sends its email a minute after the first', async () => {
	const email = 'soon@student.test'
	await signUp(email, 'quiet-harbour-42')
	expect(await emailedTokens(world, email)).toHaveLength(1)
	expect(await resend(email)).toMatchObject({ status: 200, body: {} })
	expect(await emailedTokens(world, email)).toHaveLength(1)
	await sendWaitingEmails(world)
	expect(await emailedTokens(world, email)).toHaveLength(2)
})

test('a stranger who requests a resend does not change the password of the sign-up', async () => {
	const email = 'meddled@student.test'
	await signUp(email, 'quiet-harbour-42')
	aMinuteLater()
	await callAuth(world, '/resend', { body: { type: 'signup', email, ...makeBrowser().challenge } })
	expect((await confirmSignUp(world, await newestToken(world, email))).body).toMatchObject({
		user: { has_password: true },
	})
	expect((await signIn(world, email, 'quiet-harbour-42')).status).toBe(200)
})

test('after several sign-ups for one address, a resent link applies none of the passwords', async () => {
	const email = 'contested@student.test'
	await signUp(email, 'squatters-own-1', { display_name: 'Squatter' })
	aMinuteLater()
	await signUp(email, 'rightful-owner-2', { display_name: 'Owner' })
	for (let round = 0; round < 2; round++) {
		aMinuteLater()
		await resend(email)
		await world.runJobs()
	}
	const tokens = await emailedTokens(world, email)
	expect(tokens).toHaveLength(4)
	const { body } = await confirmSignUp(world, tokens.at(-1) ?? '', '')
	expect(JSON.stringify(body)).not.toMatch(/Squatter|Owner/)
	for (const password of ['squatters-own-1', 'rightful-owner-2'])
		expect((await signIn(world, email, password)).status).toBe(400)
	// The user who can read the mailbox is signed in and sets their own password.
	const bearer = String(body?.access_token)
	expect(
		(await callAuth(world, '/user', { method: 'PUT', bearer, body: { password: 'rightful-owner-2' } }))
			.status,
	).toBe(200)
	expect((await signIn(world, email, 'rightful-owner-2')).status).toBe(200)
})

test.each([
	[{ email: 'a@student.test' }, 400, 'validation_failed'],
	[{ type: 'recovery', email: 'a@student.test' }, 400, 'validation_failed'],
	[{ type: 'signup' }, 400, 'validation_failed'],
	[{ type: 'signup', email: 'a@student.test', phone: '441' }, 400, 'validation_failed'],
	[{ type: 'signup', email: 'nonsense' }, 400, 'validation_failed'],
	[{ type: 'sms', phone: '441' }, 400, 'phone_provider_disabled'],
])('a resend with %j is rejected', async (body, status, code) => {
	expect(await callAuth(world, '/resend', { body })).toMatchObject({ status, body: { error_code: code } })
})
