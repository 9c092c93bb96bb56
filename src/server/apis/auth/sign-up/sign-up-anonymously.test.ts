import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, newestToken } from '#test/auth.ts'
import { cv } from '#test/checkout.ts'
import { fakeProvider, startFakeIssuer } from '#test/fake-issuer.ts'
import { clientIn, makeTestBrowser } from '#test/google.ts'
import { bucketOf, onlySale, stockStore } from '#test/stocked-store.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let fake: Awaited<ReturnType<typeof startFakeIssuer>>
beforeAll(async () => {
	fake = await startFakeIssuer()
	world = await createWorld({ auth: { anonymousUsers: true }, providers: [fakeProvider(fake)] })
	await stockStore(world)
})
afterAll(async () => {
	await world.close()
	await fake.stop()
})

async function guest(data: object = {}): Promise<{ client: SupabaseClient; id: string; bearer: string }> {
	const client = clientIn(world, makeTestBrowser())
	const signedIn = await client.auth.signInAnonymously({ options: { data } })
	if (signedIn.error !== null) throw signedIn.error
	return {
		client,
		id: signedIn.data.user?.id ?? '',
		bearer: signedIn.data.session?.access_token ?? '',
	}
}

const freeGuide = {
	product_id: '1',
	product_name: 'Student Guide',
	price: 0,
	status: 'completed',
	currency: 'GBP',
}
const needsAddress = { status: 422, code: 'validation_failed', message: /add and confirm an email address/ }
const addressNeeded = (error: unknown) =>
	expect(error).toMatchObject({ ...needsAddress, message: expect.stringMatching(needsAddress.message) })

test('an anonymous user is signed in with a token that marks them as anonymous', async () => {
	const { client, id } = await guest({ theme: 'dark' })
	const { data } = await client.auth.getClaims()
	expect(data?.claims).toMatchObject({
		sub: id,
		email: '',
		is_anonymous: true,
		aal: 'aal1',
		amr: [{ method: 'anonymous' }],
		user_metadata: { theme: 'dark' },
	})
	expect((await client.auth.refreshSession()).data.user).toMatchObject({
		id,
		is_anonymous: true,
		identities: [],
		has_password: false,
	})
	const { body } = await callAuth(world, '/settings', { method: 'GET' })
	expect(body).toMatchObject({ external: { anonymous_users: true } })
})

test('anonymous sign-ins are rejected by default', async () => {
	const usual = await createWorld()
	try {
		const { error } = await clientIn(usual, makeTestBrowser()).auth.signInAnonymously()
		expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
		expect((await callAuth(usual, '/settings', { method: 'GET' })).body).toMatchObject({
			external: { anonymous_users: false },
		})
	} finally {
		await usual.close()
	}
})

test('with sign-ups closed, anonymous sign-ins are rejected too', async () => {
	const closed = await createWorld({ auth: { anonymousUsers: true, signUpsOpen: false } })
	try {
		expect((await callAuth(closed, '/signup', { body: {} })).body).toMatchObject({
			error_code: 'signup_disabled',
		})
	} finally {
		await closed.close()
	}
})

test('rejects a password without an address, and metadata that is too large', async () => {
	for (const body of [
		{ password: 'quiet-harbour-42' },
		{ data: { note: 'x'.repeat(5_000) } },
		{ data: ['x'] },
	])
		expect(await callAuth(world, '/signup', { body })).toMatchObject({
			status: 400,
			body: { error_code: 'validation_failed' },
		})
})

test('thirty anonymous accounts an hour can be created from one network address', async () => {
	const limited = await createWorld({ auth: { anonymousUsers: true }, rateLimitScale: 1 })
	try {
		const statuses: number[] = []
		for (let round = 0; round < 31; round++)
			statuses.push((await callAuth(limited, '/signup', { body: {} })).status)
		expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
	} finally {
		await limited.close()
	}
})

describe('an anonymous user', () => {
	test('can take free guides, and sees no data of other users', async () => {
		const [one, other] = [await guest(), await guest()]
		expect((await one.client.from('purchases').insert(freeGuide)).status).toBe(201)
		expect((await one.client.from('purchases').select('product_name')).data).toEqual([
			{ product_name: 'Student Guide' },
		])
		expect((await other.client.from('purchases').select('id')).data).toEqual([])
		expect((await bucketOf(one.client).createSignedUrl('StudentGuide.pdf', 60)).error).toBeNull()
		expect((await bucketOf(one.client).createSignedUrl('CV.zip', 60)).error).not.toBeNull()
	})

	test('cannot buy a paid guide, nor gain one without paying', async () => {
		const { client } = await guest()
		const { error } = await client.functions.invoke('create-payment', { body: cv })
		expect(error.context.status).toBe(403)
		expect(await error.context.json()).toMatchObject({ code: 'email_not_confirmed' })
		const paid = { product_id: 'prod_cv_secrets', product_name: 'CV Secrets No One Tells You' }
		for (const price of [0, 14.99])
			expect((await client.from('purchases').insert({ ...freeGuide, ...paid, price })).error?.code).toBe(
				'42501',
			)
		expect((await client.from('purchases').select('id')).data).toEqual([])
	})

	test('cannot set a password, second factor or OAuth identity', async () => {
		const { client } = await guest()
		addressNeeded((await client.auth.updateUser({ password: 'quiet-harbour-42' })).error)
		addressNeeded(
			(await client.auth.updateUser({ email: 'x@student.test', password: 'quiet-harbour-42' })).error,
		)
		addressNeeded((await client.auth.mfa.enroll({ factorType: 'totp' })).error)
		addressNeeded((await client.auth.linkIdentity({ provider: 'custom:fake' })).error)
		addressNeeded(
			(await client.auth.linkIdentity({ provider: 'custom:fake', token: await fake.idToken() })).error,
		)
		expect((await client.auth.reauthenticate()).error).toMatchObject({
			status: 400,
			code: 'validation_failed',
			message: 'Reauthentication requires the user to have an email or a phone number',
		})
		expect((await client.auth.updateUser({ data: { theme: 'light' } })).error).toBeNull()
	})
})

describe('adding an address to an anonymous account', () => {
	test('makes it a normal account that keeps its guides', async () => {
		const { client, id } = await guest()
		await client.from('purchases').insert(freeGuide)
		const email = 'no.longer.a.guest@student.test'
		const asked = await client.auth.updateUser({ email })
		expect(asked.data.user).toMatchObject({ id, new_email: email, is_anonymous: true })
		const { data, error } = await client.auth.verifyOtp({
			token_hash: await newestToken(world, email),
			type: 'email_change',
		})
		expect(error).toBeNull()
		expect(data.user).toMatchObject({
			id,
			email,
			is_anonymous: false,
			app_metadata: { provider: 'email', providers: ['email'] },
			identities: [{ provider: 'email', email }],
		})
		expect((await client.auth.getClaims()).data?.claims).toMatchObject({ is_anonymous: false, email })
		expect((await client.from('purchases').select('product_name')).data).toHaveLength(1)
		const password = 'quiet-harbour-42'
		expect((await client.auth.updateUser({ password })).error).toBeNull()
		const again = await clientIn(world, makeTestBrowser()).auth.signInWithPassword({ email, password })
		expect(again.data.user?.id).toBe(id)
		await onlySale(world, id)
		expect((await bucketOf(client).createSignedUrl('CV.zip', 60)).error).toBeNull()
	})

	test('gives the account to somebody else who confirms the address, and signs out its creator', async () => {
		const attacker = await guest({ display_name: 'Planted' })
		const email = 'victim.of.a.guest@student.test'
		await attacker.client.auth.updateUser({ email })
		const { body } = await callAuth(world, '/verify', {
			body: { type: 'email_change', token_hash: await newestToken(world, email) },
		})
		expect(body).toMatchObject({ user: { email, is_anonymous: false } })
		expect(JSON.stringify(body)).not.toContain('Planted')
		expect((await callAuth(world, '/user', { method: 'GET', bearer: attacker.bearer })).body).toMatchObject({
			error_code: 'session_not_found',
		})
		expect((await attacker.client.auth.refreshSession()).error).not.toBeNull()
	})

	test('changes nothing and sends no email if another account has the address', async () => {
		const owner = await confirmedUser(world)
		const { client, bearer } = await guest()
		expect((await client.auth.updateUser({ email: owner.email })).error).toBeNull()
		const before = world.mails.length
		await world.runJobs()
		expect(world.mails).toHaveLength(before)
		expect((await callAuth(world, '/user', { method: 'GET', bearer })).body).toMatchObject({
			email: '',
			is_anonymous: true,
		})
	})
})

test('an anonymous account is deleted after thirty days without use, unless an address was added', async () => {
	const [gone, back, kept] = [await guest(), await guest(), await guest()]
	const email = 'kept.guest@student.test'
	await kept.client.auth.updateUser({ email })
	await kept.client.auth.verifyOtp({ token_hash: await newestToken(world, email), type: 'email_change' })
	world.clock.advance(20 * 86_400)
	expect((await back.client.auth.refreshSession()).error).toBeNull()
	world.clock.advance(11 * 86_400)
	await world.runJob('purge-expired', {})
	const ids = [gone.id, back.id, kept.id]
	const left = await world.database.query(sql`select id from auth.users where id = any(${ids}::uuid[])`)
	expect(left.map(({ id }) => id).toSorted()).toEqual([back.id, kept.id].toSorted())
})
