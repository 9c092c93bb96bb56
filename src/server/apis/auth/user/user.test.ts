import { expect, test } from 'vitest'
import { callAuth, confirmedUser, getUser, signIn, signInAgain } from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const update = (bearer: string, body: unknown) => callAuth(world, '/user', { method: 'PUT', bearer, body })

test('the official client changes a name, and the next token contains it', async () => {
	const person = await confirmedUser(world)
	const client = anonymousClient(world)
	await client.auth.signInWithPassword(person)
	const { data, error } = await client.auth.updateUser({ data: { display_name: 'New Name', course: 'Law' } })
	expect(error).toBeNull()
	expect(data.user?.user_metadata).toMatchObject({
		display_name: 'New Name',
		course: 'Law',
		email: person.email,
		email_verified: true,
	})
	const removed = await client.auth.updateUser({ data: { course: null } })
	expect(removed.data.user?.user_metadata).not.toHaveProperty('course')
	await client.auth.refreshSession()
	expect((await client.auth.getClaims()).data?.claims.user_metadata).toMatchObject({
		display_name: 'New Name',
	})
})

test('a new password works, the old one does not, and other devices are signed out', async () => {
	const person = await confirmedUser(world)
	const other = await signInAgain(world, person)
	expect((await update(person.accessToken, { password: 'fresh-meadow-17' })).status).toBe(200)
	expect((await getUser(world, person.accessToken)).status).toBe(200)
	expect(await getUser(world, other.accessToken)).toMatchObject({
		status: 403,
		body: { error_code: 'session_not_found' },
	})
	expect((await signIn(world, person.email, person.password)).status).toBe(400)
	expect((await signIn(world, person.email, 'fresh-meadow-17')).status).toBe(200)
})

test('a sign-in with the old password fails if the password changes meanwhile', async () => {
	const person = await confirmedUser(world)
	const [, ...signIns] = await Promise.all([
		update(person.accessToken, { password: 'fresh-meadow-17' }),
		...Array.from({ length: 10 }, () => signIn(world, person.email, person.password)),
	])
	// The sessions of earlier sign-ins are ended by the change, and later sign-ins fail.
	for (const { body } of signIns) {
		const token = body?.access_token
		if (typeof token === 'string') expect((await getUser(world, token)).status).toBe(403)
		else expect(body?.error_code).toBe('invalid_credentials')
	}
	expect((await getUser(world, person.accessToken)).status).toBe(200)
})

test.each([
	[{ password: 'quiet-harbour-42' }, 422, 'same_password'],
	[{ password: 'short' }, 422, 'weak_password'],
	[{ password: 'x'.repeat(1_025) }, 400, 'validation_failed'],
	[{ password: 'with-\0-inside' }, 400, 'validation_failed'],
	[{ password: 'fresh-meadow-17', current_password: 'wrong' }, 400, 'current_password_invalid'],
	[{ email: 'nonsense' }, 400, 'validation_failed'],
	[{ password: 'fresh-meadow-17', code_challenge: 'x' }, 400, 'validation_failed'],
	[{ phone: '447700900000' }, 400, 'phone_provider_disabled'],
	[{ app_metadata: { roles: ['admin'] } }, 403, 'not_admin'],
	[{ data: { note: 'x'.repeat(4_100) } }, 400, 'validation_failed'],
	[{ data: 'text' }, 400, 'validation_failed'],
	[[], 400, 'bad_json'],
])('a change of %.60j is rejected and changes nothing', async (body, status, code) => {
	const person = await confirmedUser(world)
	const before = (await getUser(world, person.accessToken)).body
	expect(await update(person.accessToken, body)).toMatchObject({ status, body: { error_code: code } })
	expect((await getUser(world, person.accessToken)).body).toEqual(before)
	expect((await signIn(world, person.email, person.password)).status).toBe(200)
})

test('a user cannot change fields that belong to the server', async () => {
	const person = await confirmedUser(world)
	const { status, body } = await update(person.accessToken, {
		id: '11111111-1111-4111-8111-111111111111',
		role: 'service_role',
		aud: 'admin',
		banned_until: '2020-01-01T00:00:00Z',
		factors: [],
		data: { sub: 'x', email: 'x@student.test', email_verified: false },
	})
	expect(status).toBe(200)
	expect(body).toMatchObject({ id: person.id, role: 'authenticated', aud: 'authenticated' })
	expect(body?.user_metadata).toMatchObject({ sub: person.id, email: person.email, email_verified: true })
})

test('sending the current address does not start a change', async () => {
	const person = await confirmedUser(world)
	expect(
		(await update(person.accessToken, { email: person.email.toUpperCase(), data: { a: 1 } })).status,
	).toBe(200)
})
