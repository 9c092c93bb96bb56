import { expect, test } from 'vitest'
import { callAuth, confirmedUser, getUser, signInAgain } from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld()

const update = (bearer: string, body: unknown) => callAuth(world, '/user', { method: 'PUT', bearer, body })
const password = 'fresh-meadow-17'
const elevenMinutesLater = () => world.clock.advance(660)
const nonceOf = async (email: string) => {
	await world.runJobs()
	const mail = world.mails.findLast(({ to }) => to === email)
	return /The code is (\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('without a recent sign-in a session cannot change the password', async () => {
	const person = await confirmedUser(world)
	elevenMinutesLater()
	const { accessToken } = await signInAgain(world, person)
	expect(await update(person.accessToken, { password })).toMatchObject({
		status: 400,
		body: { error_code: 'reauthentication_needed', msg: 'Password update requires reauthentication' },
	})
	expect((await update(accessToken, { password })).status).toBe(200)
})

test('any session can set a new password with the current one, but not with a wrong one', async () => {
	const person = await confirmedUser(world)
	elevenMinutesLater()
	expect(await update(person.accessToken, { password, current_password: 'wrong' })).toMatchObject({
		status: 400,
		body: { error_code: 'current_password_invalid' },
	})
	expect((await update(person.accessToken, { password, current_password: person.password })).status).toBe(200)
})

test('wrong current passwords are limited to ten in five minutes', async () => {
	const limited = await createWorld({ rateLimitScale: 1 })
	try {
		const person = await confirmedUser(limited)
		const guess = (current_password: string) =>
			callAuth(limited, '/user', {
				method: 'PUT',
				bearer: person.accessToken,
				body: { password, current_password },
			})
		for (let round = 0; round < 10; round++) expect((await guess(`wrong-${round}`)).status).toBe(400)
		expect((await guess(person.password)).status).toBe(429)
	} finally {
		await limited.close()
	}
})

test('the official client reauthenticates with an emailed code, which works once', async () => {
	const person = await confirmedUser(world)
	const client = anonymousClient(world)
	await client.auth.signInWithPassword(person)
	elevenMinutesLater()
	expect((await client.auth.reauthenticate()).error).toBeNull()
	const nonce = await nonceOf(person.email)
	const mail = world.mails.findLast(({ to }) => to === person.email)
	expect(mail?.subject).toBe('Your code for Headstart')
	expect(mail?.text).not.toContain('/auth/confirm')
	const wrong = String((Number(nonce) + 1) % 1_000_000).padStart(6, '0')
	expect((await client.auth.updateUser({ password, nonce: wrong })).error).toMatchObject({
		status: 422,
		code: 'reauthentication_not_valid',
		message: 'Nonce has expired or is invalid',
	})
	const { data, error } = await client.auth.updateUser({ password, nonce })
	expect(error).toBeNull()
	expect(data.user).toHaveProperty('reauthentication_sent_at')
	expect((await client.auth.updateUser({ password: 'another-field-18', nonce })).error).toMatchObject({
		code: 'reauthentication_not_valid',
	})
})

test('an emailed code works for one user, for ten minutes and five attempts, but not for signing in', async () => {
	const [person, other] = [await confirmedUser(world), await confirmedUser(world)]
	const ask = () => callAuth(world, '/reauthenticate', { method: 'GET', bearer: person.accessToken })
	elevenMinutesLater()
	expect(await ask()).toMatchObject({ status: 200, body: {} })
	expect(await ask()).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } })
	const nonce = await nonceOf(person.email)
	const refused = { status: 422, body: { error_code: 'reauthentication_not_valid' } }
	expect(await update(other.accessToken, { password, nonce })).toMatchObject(refused)
	for (const type of ['email', 'recovery', 'magiclink', 'signup'])
		expect(
			(await callAuth(world, '/verify', { body: { type, email: person.email, token: nonce } })).status,
		).toBe(403)
	for (let guess = 0; guess < 5; guess++)
		expect(await update(person.accessToken, { password, nonce: 'x' })).toMatchObject(refused)
	expect(await update(person.accessToken, { password, nonce })).toMatchObject(refused)
	world.clock.advance(61)
	await ask()
	const late = await nonceOf(person.email)
	world.clock.advance(601)
	expect(await update(person.accessToken, { password, nonce: late })).toMatchObject(refused)
})

test('a new password signs out other devices and sends one notice without any text from the user', async () => {
	const person = await confirmedUser(world)
	const other = await signInAgain(world, person)
	await update(person.accessToken, { password, data: { display_name: 'Buy at evil.test' } })
	expect((await getUser(world, person.accessToken)).status).toBe(200)
	expect((await getUser(world, other.accessToken)).body).toMatchObject({ error_code: 'session_not_found' })
	await world.runJobs()
	const notices = world.mails.filter(({ to, subject }) => to === person.email && subject.includes('password'))
	expect(notices.map(({ subject }) => subject)).toEqual(['Headstart: your password was changed'])
	expect(`${notices[0]?.text}${notices[0]?.html}`).not.toContain('evil.test')
})

test('if the current password is always required, a recent sign-in is not enough', async () => {
	const strict = await createWorld({ auth: { currentPasswordRequired: true } })
	try {
		const person = await confirmedUser(strict)
		const change = (body: Record<string, unknown>) =>
			callAuth(strict, '/user', { method: 'PUT', bearer: person.accessToken, body })
		expect(await change({ password })).toMatchObject({
			status: 400,
			body: { error_code: 'current_password_required' },
		})
		expect((await change({ password, current_password: person.password })).status).toBe(200)
	} finally {
		await strict.close()
	}
})
