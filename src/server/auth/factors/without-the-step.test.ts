import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, newestToken, signInAgain, tokensIn } from '#test/auth.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(() => world.close())

test('recovering the password does not get round the second step', async () => {
	const person = await withSecondStep(world)
	world.clock.advance(7 * 86_400 + 1)
	await callAuth(world, '/recover', { body: { email: person.email } })
	const { body } = await callAuth(world, '/verify', {
		body: { type: 'recovery', token_hash: await newestToken(world, person.email) },
	})
	const { accessToken } = tokensIn(body)
	const change = (bearer: string) =>
		callAuth(world, '/user', { method: 'PUT', bearer, body: { password: 'fresh-meadow-17' } })
	expect(await change(accessToken)).toMatchObject({
		status: 401,
		body: {
			error_code: 'insufficient_aal',
			msg: 'AAL2 session is required to update email or password when MFA is enabled.',
		},
	})
	const path = `/factors/${person.factorId}`
	const { body: challenge } = await callAuth(world, `${path}/challenge`, { bearer: accessToken })
	world.clock.advance(30)
	const code = appCode(world, person.secret)
	const stepped = await callAuth(world, `${path}/verify`, {
		bearer: accessToken,
		body: { challenge_id: challenge?.id, code },
	})
	const raised = tokensIn(stepped.body)
	expect((await change(raised.accessToken)).status).toBe(200)
})

test('an intruder’s second step falls with a recovery, and the password they knew', async () => {
	const person = await withSecondStep(world)
	world.clock.advance(6 * 86_400)
	await callAuth(world, '/recover', { body: { email: person.email } })
	const { body } = await callAuth(world, '/verify', {
		body: { type: 'recovery', token_hash: await newestToken(world, person.email) },
	})
	const known = { email: person.email, password: person.password }
	expect(await callAuth(world, '/token?grant_type=password', { body: known })).toMatchObject({
		status: 400,
		body: { error_code: 'invalid_credentials' },
	})
	const { accessToken } = tokensIn(body)
	const set = await callAuth(world, '/user', {
		method: 'PUT',
		bearer: accessToken,
		body: { password: 'fresh-meadow-17' },
	})
	expect(set.status).toBe(200)
	expect(set.body?.factors ?? []).toEqual([])
})

test('a session without its second step signs out itself alone, and changes no name', async () => {
	const person = await withSecondStep(world)
	const { accessToken } = await signInAgain(world, person)
	const renamed = await callAuth(world, '/user', {
		method: 'PUT',
		bearer: accessToken,
		body: { data: { display_name: 'Somebody else' } },
	})
	expect(renamed).toMatchObject({ status: 401, body: { error_code: 'insufficient_aal' } })
	expect((await callAuth(world, '/logout?scope=global', { bearer: accessToken })).status).toBe(204)
	expect((await callAuth(world, '/user', { method: 'GET', bearer: accessToken })).status).toBe(403)
	expect((await callAuth(world, '/user', { method: 'GET', bearer: person.accessToken })).status).toBe(200)
})
