import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import {
	callAuth,
	callAuthAsServiceRole,
	confirmedUser,
	newestToken,
	signInAgain,
	tokensIn,
} from '#test/auth.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { fictionNumber, newestCode, otherThan, textedCodes } from '#test/phone.ts'
import { withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ phone: {} })

test('a user adds a phone as a second factor, signs in with it and removes it', async () => {
	const phone = fictionNumber(1)
	const client = await signedInClient(world)
	const enrolled = await client.auth.mfa.enroll({
		factorType: 'phone',
		phone: `+${phone}`,
		friendlyName: 'Mine',
	})
	expect(enrolled.data).toMatchObject({ type: 'phone', phone, friendly_name: 'Mine' })
	const factorId = enrolled.data?.id ?? ''
	const setUp = await client.auth.mfa.challenge({ factorId })
	const challengeId = setUp.data?.id ?? ''
	const code = await newestCode(world, phone)
	expect(world.texts.at(-1)?.text).toContain('to add this number')
	const verify = (typed: string) => client.auth.mfa.verify({ factorId, challengeId, code: typed })
	expect((await verify(otherThan(code))).error).toMatchObject({
		code: 'mfa_verification_failed',
		message: 'Invalid MFA Phone code entered',
	})
	expect((await verify(code)).error).toBeNull()
	expect((await verify(code)).error).toMatchObject({ code: 'mfa_ip_address_mismatch' })
	expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId, phone }])
	const { data } = await client.auth.getUser()
	const email = data.user?.email ?? ''

	world.clock.advance(61)
	const device = anonymousClient(world)
	await device.auth.signInWithPassword({ email, password: 'quiet-harbour-42' })
	expect((await device.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
		currentLevel: 'aal1',
		nextLevel: 'aal2',
	})
	// Anybody can ask for sign-in codes to the number. That must not keep its user from the second step.
	await callAuth(world, '/otp', { body: { phone } })
	const asked = await device.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
	await world.runJobs()
	const message = world.texts.findLast(({ text }) => text.includes('is your second step'))
	expect(message).toMatchObject({ to: phone, channel: 'whatsapp' })
	expect((await device.auth.mfa.challenge({ factorId })).error).toMatchObject({
		status: 429,
		code: 'over_sms_send_rate_limit',
	})
	const taken = await device.auth.mfa.verify({
		factorId,
		challengeId: asked.data?.id ?? '',
		code: message?.code ?? '',
	})
	expect(taken.error).toBeNull()
	expect((await device.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
		currentLevel: 'aal2',
		currentAuthenticationMethods: expect.arrayContaining([expect.objectContaining({ method: 'mfa/phone' })]),
	})
	expect((await device.auth.mfa.unenroll({ factorId })).error).toBeNull()
	await device.auth.refreshSession()
	const { data: lowered } = await device.auth.mfa.getAuthenticatorAssuranceLevel()
	expect(lowered?.currentAuthenticationMethods.map((entry) => JSON.stringify(entry)).join()).not.toContain(
		'mfa/phone',
	)
})

/** Adds a phone as a second factor. */
async function addPhone({ accessToken }: { accessToken: string }, phone: string): Promise<string> {
	const call = (path: string, body: object) => callAuth(world, path, { body, bearer: accessToken })
	const id = String(
		(await call('/factors', { factor_type: 'phone', phone, friendly_name: 'Mobile' })).body?.id,
	)
	const challenge = await call(`/factors/${id}/challenge`, {})
	const code = await newestCode(world, phone)
	const taken = await call(`/factors/${id}/verify`, { challenge_id: challenge.body?.id, code })
	expect(taken.status).toBe(200)
	return id
}

test('a stranger’s factor with a user’s number does not keep that user from the second step', async () => {
	const phone = fictionNumber(30)
	const [user, stranger] = [await confirmedUser(world), await confirmedUser(world)]
	const factor = await addPhone(user, phone)
	world.clock.advance(61)
	const strangers = await callAuth(world, '/factors', {
		body: { factor_type: 'phone', phone },
		bearer: stranger.accessToken,
	})
	const ask = (id: unknown, bearer: string) =>
		callAuth(world, `/factors/${id}/challenge`, { body: {}, bearer })
	expect((await ask(strangers.body?.id, stranger.accessToken)).status).toBe(200)
	const again = await signInAgain(world, user)
	expect((await ask(factor, again.accessToken)).status).toBe(200)
	expect((await ask(factor, again.accessToken)).status).toBe(429)
})

test('codes for signing in that strangers ask for all day do not keep the user from the second step', async () => {
	const [phone, second] = [fictionNumber(32), fictionNumber(33)]
	const user = await confirmedUser(world)
	const body = { phone, phone_confirm: true }
	await callAuthAsServiceRole(world, `/admin/users/${user.id}`, { method: 'PUT', body })
	const factor = await addPhone(await signInAgain(world, user), second)
	for (let hour = 0; hour < 16; hour++) {
		world.clock.advance(3_600)
		await callAuth(world, '/otp', { body: { phone } })
		await world.runJobs()
	}
	const { accessToken: bearer } = await signInAgain(world, user)
	expect((await callAuth(world, `/factors/${factor}/challenge`, { body: {}, bearer })).status).toBe(200)
})

test('staff with an authenticator app cannot change a second factor after verifying by phone only', async () => {
	const phone = fictionNumber(31)
	const member = await withSecondStep(world)
	await world.database.query(
		sql`insert into auth.staff (user_id, role, added_by) values (${member.id}, 'owner', 'a test')`,
	)
	const factor = await addPhone(member, phone)
	world.clock.advance(61)
	const thief = await signInAgain(world, member)
	const challenge = await callAuth(world, `/factors/${factor}/challenge`, {
		body: {},
		bearer: thief.accessToken,
	})
	const raised = await callAuth(world, `/factors/${factor}/verify`, {
		body: { challenge_id: challenge.body?.id, code: await newestCode(world, phone) },
		bearer: thief.accessToken,
	})
	const bearer = tokensIn(raised.body).accessToken
	for (const [method, path, body] of [
		['POST', '/factors', { factor_type: 'totp', friendly_name: 'Theirs' }],
		['POST', '/factors/recovery-codes', {}],
		['DELETE', `/factors/${member.factorId}`, undefined],
	] as const)
		expect(await callAuth(world, path, { method, body, bearer }), path).toMatchObject({
			status: 403,
			body: { error_code: 'insufficient_aal', msg: expect.stringContaining('Members of the admin') },
		})
})

test('the sign-in number cannot be the second factor, and a code works only for its own challenge', async () => {
	const [signIn, step] = [fictionNumber(10), fictionNumber(11)]
	const person = await confirmedUser(world)
	const call = (path: string, body: object, method = 'POST') =>
		callAuth(world, path, { method, body, bearer: person.accessToken })
	await call('/user', { phone: signIn }, 'PUT')
	const confirmed = await callAuth(world, '/verify', {
		body: { type: 'phone_change', phone: signIn, token: await newestCode(world, signIn) },
	})
	expect(confirmed.status).toBe(200)
	const enrol = (phone: string) => call('/factors', { factor_type: 'phone', phone })
	expect(await enrol('')).toMatchObject({
		status: 400,
		body: { msg: 'Phone number required to enroll Phone factor' },
	})
	expect(await enrol('call me')).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
	expect(await enrol('449098790000')).toMatchObject({ status: 422, body: { error_code: 'sms_send_failed' } })
	expect(await enrol(signIn)).toMatchObject({ status: 422, body: { error_code: 'validation_failed' } })
	const { body } = await enrol(step)
	const challenge = async () => (await call(`/factors/${body?.id}/challenge`, {})).body?.id
	const first = await challenge()
	const code = await newestCode(world, step)
	world.clock.advance(61)
	const second = await challenge()
	const [, newer] = await textedCodes(world, step)
	const answer = (challenge_id: unknown, typed: unknown) =>
		call(`/factors/${body?.id}/verify`, { challenge_id, code: typed })
	if (code !== newer) expect((await answer(second, code)).body?.error_code).toBe('mfa_verification_failed')
	expect((await answer(first, code)).status).toBe(200)
	const again = await signInAgain(world, person)
	expect(
		(await callAuth(world, '/user', { method: 'PUT', body: { phone: step }, bearer: again.accessToken }))
			.status,
	).toBe(401)
})

test('setting up a second factor cancels a pending change of number or address', async () => {
	const [signIn, step] = [fictionNumber(40), fictionNumber(41)]
	const person = await confirmedUser(world)
	const change = (body: object) =>
		callAuth(world, '/user', { method: 'PUT', body, bearer: person.accessToken })
	expect((await change({ phone: signIn })).body).toMatchObject({ new_phone: signIn })
	expect((await change({ email: 'thief@student.test' })).body).toMatchObject({
		new_email: 'thief@student.test',
	})
	const token = await newestCode(world, signIn)
	const link = await newestToken(world, 'thief@student.test')
	await addPhone(person, step)
	expect(
		await callAuth(world, '/verify', { body: { type: 'phone_change', phone: signIn, token } }),
	).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
	expect(
		await callAuth(world, '/verify', { body: { type: 'email_change', token_hash: link } }),
	).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })

	// If a factor's number becomes the sign-in number before the factor is verified, the factor can no longer be verified.
	const [both, other] = [fictionNumber(42), await confirmedUser(world)]
	const call = (path: string, body: object, method = 'POST') =>
		callAuth(world, path, { method, body, bearer: other.accessToken })
	const { body: factor } = await call('/factors', { factor_type: 'phone', phone: both })
	const challenge = await call(`/factors/${factor?.id}/challenge`, {})
	const code = await newestCode(world, both)
	await callAuthAsServiceRole(world, `/admin/users/${other.id}`, {
		method: 'PUT',
		body: { phone: both, phone_confirm: true },
	})
	const again = await signInAgain(world, other)
	expect(
		await callAuth(world, `/factors/${factor?.id}/verify`, {
			body: { challenge_id: challenge.body?.id, code },
			bearer: again.accessToken,
		}),
	).toMatchObject({ status: 422, body: { error_code: 'validation_failed' } })
})

test('a challenge that is not sent in time is dropped', async () => {
	const phone = fictionNumber(20)
	const person = await confirmedUser(world)
	const call = (path: string, body: object) => callAuth(world, path, { body, bearer: person.accessToken })
	const { body } = await call('/factors', { factor_type: 'phone', phone })
	const challenge = await call(`/factors/${body?.id}/challenge`, {})
	world.clock.advance(301)
	expect(await textedCodes(world, phone)).toEqual([])
	expect(
		await call(`/factors/${body?.id}/verify`, { challenge_id: challenge.body?.id, code: '000000' }),
	).toMatchObject({ status: 422, body: { error_code: 'mfa_challenge_expired' } })
})
