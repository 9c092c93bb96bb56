import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, signInAgain, type TestUser } from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

/** Returns a user who can sign in with Google as well. */
async function userWithTwoIdentities(): Promise<TestUser> {
	const person = await confirmedUser(world)
	const data = JSON.stringify({ email: person.email, sub: person.id })
	await world.database.query(sql`
		insert into auth.identities (user_id, provider, provider_id, identity_data)
		values (${person.id}, 'google', ${person.id}, ${data}::jsonb)`)
	return person
}

async function identitiesOf(person: TestUser) {
	const client = anonymousClient(world)
	await client.auth.signInWithPassword(person)
	const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
	const byProvider = (provider: string) => {
		const found = identities.find((identity) => identity.provider === provider)
		if (found === undefined) throw new Error(`no ${provider}`)
		return found
	}
	return { client, identities, byProvider }
}

test('the official client removes an identity, and the user is notified', async () => {
	const person = await userWithTwoIdentities()
	const { client, identities, byProvider } = await identitiesOf(person)
	expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'google'])
	expect((await client.auth.unlinkIdentity(byProvider('google'))).error).toBeNull()
	const { data } = await client.auth.getUser()
	expect(data.user?.identities).toMatchObject([{ provider: 'email' }])
	expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
	await world.runJobs()
	expect(world.mails.findLast(({ to }) => to === person.email)?.subject).toBe(
		'Headstart: a way to sign in was removed',
	)
	expect((await client.auth.unlinkIdentity(byProvider('email'))).error).toMatchObject({
		status: 422,
		code: 'single_identity_not_deletable',
	})
})

test('removing the email identity removes the password', async () => {
	const person = await userWithTwoIdentities()
	const { client, byProvider } = await identitiesOf(person)
	expect((await client.auth.unlinkIdentity(byProvider('email'))).error).toBeNull()
	expect((await client.auth.getUser()).data.user?.app_metadata).toEqual({
		provider: 'google',
		providers: ['google'],
	})
	const answer = await callAuth(world, '/token?grant_type=password', {
		body: { email: person.email, password: person.password },
	})
	expect(answer.body).toMatchObject({ error_code: 'invalid_credentials' })
})

test('removing an identity requires a recent sign-in', async () => {
	const person = await userWithTwoIdentities()
	const { client, identities } = await identitiesOf(person)
	world.clock.advance(601)
	for (const identity of identities)
		expect((await client.auth.unlinkIdentity(identity)).error).toMatchObject({
			status: 400,
			code: 'reauthentication_needed',
			message: 'Unlinking an identity requires reauthentication',
		})
	expect((await client.auth.getUser()).data.user?.identities).toHaveLength(2)
	const { accessToken } = await signInAgain(world, person)
	const byEmail = identities.find(({ provider }) => provider === 'email')?.identity_id
	const fresh = await callAuth(world, `/user/identities/${byEmail}`, {
		method: 'DELETE',
		bearer: accessToken,
	})
	expect(fresh.status).toBe(200)
	await world.runJobs()
	expect(world.mails.findLast(({ to }) => to === person.email)?.text).toContain('the password is gone too')
})

test('two concurrent removals leave one identity, and nobody can remove another user’s', async () => {
	const [person, other] = [await userWithTwoIdentities(), await userWithTwoIdentities()]
	const { identities } = await identitiesOf(person)
	const unlink = (id: string, bearer: string) =>
		callAuth(world, `/user/identities/${id}`, { method: 'DELETE', bearer })
	const foreign = await unlink(identities[0]?.identity_id ?? '', other.accessToken)
	expect(foreign).toMatchObject({ status: 422, body: { error_code: 'identity_not_found' } })
	const { accessToken } = await signInAgain(world, person)
	const answers = await Promise.all(identities.map(({ identity_id }) => unlink(identity_id, accessToken)))
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})
