import { expect, test } from 'vitest'
import { callAuth, confirmedUser, type TestUser } from '#test/auth.ts'
import {
	type Choice,
	chooseAtGoogle,
	clientIn,
	errorIn,
	follow,
	makeTestBrowser,
	signedIn,
	signInWithGoogle,
	verified,
} from '#test/google.ts'
import { withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })

/** Signs a user in with a password. Returns the browser and the client in it. */
async function atHome(person: TestUser) {
	const browser = makeTestBrowser()
	const client = clientIn(world, browser)
	const { error } = await client.auth.signInWithPassword(person)
	if (error !== null) throw error
	return { browser, client }
}

async function link(person: TestUser, choice: Choice) {
	const { browser, client } = await atHome(person)
	const { data, error } = await client.auth.linkIdentity({
		provider: 'google',
		options: { redirectTo: `${world.url}/account` },
	})
	if (error !== null) throw error
	const back = await signInWithGoogle(browser, data.url ?? '', choice)
	return { browser, client, back }
}

test('the official client links an identity with another address, signs in with it, and unlinks it', async () => {
	const person = await confirmedUser(world)
	const { client, back } = await link(person, verified('private@gmail.test', 'Private Name'))
	expect(back.pathname).toBe('/account')
	const { data, error } = await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')
	expect(error).toBeNull()
	expect(data.user).toMatchObject({ id: person.id, email: person.email })
	expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google'])
	expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] })
	expect((await signedIn(world, verified('private@gmail.test'))).user.id).toBe(person.id)
	await world.runJobs()
	expect(world.mails.findLast(({ to }) => to === person.email)?.subject).toBe(
		'Headstart: a way to sign in was added',
	)

	const google = data.user?.identities?.find(({ provider }) => provider === 'google')
	if (google === undefined) throw new Error('no identity')
	expect((await client.auth.unlinkIdentity(google)).error).toBeNull()
	const somebodyElse = await signedIn(world, verified('private@gmail.test'))
	expect(somebodyElse.user.id).not.toBe(person.id)
})

test('an identity that belongs to another account is not linked again', async () => {
	const owner = await signedIn(world, verified('owned@gmail.test'))
	const person = await confirmedUser(world)
	const foreign = await link(person, verified('owned@gmail.test'))
	expect(errorIn(foreign.back)).toEqual({
		error: 'access_denied',
		error_code: 'identity_already_exists',
		error_description: 'Identity is already linked to another user',
	})
	expect((await signedIn(world, verified('owned@gmail.test'))).user.id).toBe(owner.user.id)
	await link(person, verified('own@gmail.test'))
	const again = await link(person, verified('own@gmail.test'))
	expect(errorIn(again.back)).toMatchObject({ error_description: 'Identity is already linked' })
	const last = owner.user.identities?.[0]
	if (last === undefined) throw new Error('no identity')
	expect((await owner.client.auth.unlinkIdentity(last)).error).toMatchObject({
		code: 'single_identity_not_deletable',
	})
})

test('linking finishes only in the browser that started it', async () => {
	const { browser, client } = await atHome(await confirmedUser(world))
	const { data } = await client.auth.linkIdentity({ provider: 'google' })
	const victim = makeTestBrowser()
	const callback = await chooseAtGoogle(victim, data?.url ?? '', verified('victim.link@gmail.test'))
	expect(errorIn(await follow(victim, callback))).toMatchObject({ error_code: 'bad_oauth_state' })
	const own = await chooseAtGoogle(browser, data?.url ?? '', verified('attacker.link@gmail.test'))
	expect((await follow(browser, own)).searchParams.has('code')).toBe(true)
})

test('an identity is not linked if the user signs out before the callback', async () => {
	const { browser, client } = await atHome(await confirmedUser(world))
	const { data } = await client.auth.linkIdentity({ provider: 'google' })
	const callback = await chooseAtGoogle(browser, data?.url ?? '', verified('late.link@gmail.test'))
	await client.auth.signOut()
	expect(errorIn(await follow(browser, callback))).toMatchObject({ error_code: 'session_not_found' })
})

test('linking requires a recent sign-in, and the second step if it is on', async () => {
	const person = await confirmedUser(world)
	const { client } = await atHome(person)
	world.clock.advance(601)
	const old = await client.auth.linkIdentity({ provider: 'google' })
	expect(old.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
	expect((await (await atHome(person)).client.auth.linkIdentity({ provider: 'google' })).error).toBeNull()
	const careful = await withSecondStep(world)
	const { client: halfway } = await atHome(careful)
	expect((await halfway.auth.linkIdentity({ provider: 'google' })).error).toMatchObject({
		status: 403,
		code: 'insufficient_aal',
	})
	const path = '/user/identities/authorize?provider=google&skip_http_redirect=true'
	const whole = await callAuth(world, path, { method: 'GET', bearer: careful.accessToken })
	expect(whole.status).toBe(200)
})

test('a signed-out caller cannot link', async () => {
	const path = '/user/identities/authorize?provider=google'
	expect(await callAuth(world, path, { method: 'GET' })).toMatchObject({
		status: 401,
		body: { error_code: 'no_authorization' },
	})
})

test('once a password is set, the Google identity can be removed', async () => {
	const { client, user } = await signedIn(world, verified('own.password@gmail.test'))
	const [google] = user.identities ?? []
	if (google === undefined) throw new Error('no identity')
	expect((await client.auth.unlinkIdentity(google)).error).toMatchObject({
		code: 'single_identity_not_deletable',
	})
	const password = 'quiet-harbour-77'
	const { data, error } = await client.auth.updateUser({ password })
	expect(error).toBeNull()
	expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google', 'email'])
	expect(data.user?.app_metadata).toEqual({ provider: 'google', providers: ['google', 'email'] })
	expect((await client.auth.unlinkIdentity(google)).error).toBeNull()
	const again = await client.auth.signInWithPassword({ email: 'own.password@gmail.test', password })
	expect(again.data.user?.id).toBe(user.id)
})
