import { describe, expect, test } from 'vitest'
import { idRow, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, newestToken, signInAgain, type TestUser } from '#test/auth.ts'
import { withSecondStep } from '#test/second-step.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

/** Long enough that a sign-in no longer counts as recent, in seconds. */
const quarterHour = 15 * 60

const call = (person: Pick<TestUser, 'accessToken'>, path: string, body: unknown = {}) =>
	callAuth(world, `/account/${path}`, { bearer: person.accessToken, body })
const devices = (person: Pick<TestUser, 'accessToken'>) =>
	callAuth(world, '/account/sessions', { method: 'GET', bearer: person.accessToken })

/** Returns a user whose sign-in is no longer recent. */
async function stalePerson(): Promise<TestUser> {
	const person = await confirmedUser(world)
	world.clock.advance(quarterHour)
	return person
}

describe('the list of devices', () => {
	test('lists each of the user’s devices once, marks this one, and shows no location', async () => {
		const person = await confirmedUser(world)
		await confirmedUser(world)
		const { body } = await callAuth(world, '/token?grant_type=password', {
			body: { email: person.email, password: person.password },
			headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
		})
		const { body: list } = await devices({ accessToken: String(body?.access_token) })
		expect(list).toEqual({
			sessions: expect.arrayContaining([
				expect.objectContaining({ device: 'Firefox on Linux', this_one: true }),
				expect.objectContaining({ this_one: false }),
			]),
		})
		expect(list?.sessions).toHaveLength(2)
		expect(JSON.stringify(list)).not.toMatch(/\d+\.\d+\.\d+\.\d+|Gecko/)
	})

	test('does not list devices that have signed out', async () => {
		const person = await confirmedUser(world)
		await signInAgain(world, person)
		await callAuth(world, '/logout?scope=others', { bearer: person.accessToken })
		expect((await devices(person)).body?.sessions).toHaveLength(1)
	})
})

describe('reauthentication', () => {
	test.each(['export', 'delete'])('%s requires a recent sign-in', async (path) => {
		expect(await call(await stalePerson(), path)).toMatchObject({
			status: 400,
			body: { error_code: 'reauthentication_needed' },
		})
	})

	test('the current password counts as a recent sign-in, but a wrong one does not', async () => {
		const person = await stalePerson()
		expect(await call(person, 'proof', { current_password: 'not-the-password' })).toMatchObject({
			status: 400,
			body: { error_code: 'current_password_invalid' },
		})
		expect((await call(person, 'export')).status).toBe(400)
		expect((await call(person, 'proof', { current_password: person.password })).status).toBe(200)
		expect((await call(person, 'export')).status).toBe(200)
		world.clock.advance(quarterHour)
		expect((await call(person, 'export')).status).toBe(400)
	})

	test('an emailed code also counts as a recent sign-in, but only once', async () => {
		const person = await stalePerson()
		await callAuth(world, '/reauthenticate', { method: 'GET', bearer: person.accessToken })
		await world.runJobs()
		const mail = world.mails.findLast(({ to }) => to === person.email)
		const nonce = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
		expect((await call(person, 'proof', { nonce: '000000' })).body?.error_code).toBe(
			'reauthentication_not_valid',
		)
		expect((await call(person, 'proof', { nonce })).status).toBe(200)
		expect((await call(person, 'export')).status).toBe(200)
		expect((await call(person, 'proof', { nonce })).status).toBe(422)
	})

	test('needs either the password or a code, even right after a sign-in', async () => {
		const person = await confirmedUser(world)
		expect((await call(person, 'proof')).status).toBe(400)
		expect((await call(person, 'proof', { current_password: person.password, nonce: '1' })).status).toBe(400)
	})

	test('a user who has not taken the second step must take it first', async () => {
		const person = await withSecondStep(world)
		const half = await signInAgain(world, person)
		for (const path of ['proof', 'export', 'delete'])
			expect((await call(half, path, { current_password: person.password })).body?.error_code).toBe(
				'insufficient_aal',
			)
		expect((await devices(half)).status).toBe(403)
		expect((await devices({ accessToken: person.accessToken })).status).toBe(200)
	})
})

describe('the export', () => {
	test('contains everything about the user and nothing about anybody else', async () => {
		const [person, other] = [await confirmedUser(world), await confirmedUser(world)]
		for (const owner of [person, other]) await ownEverything(owner)
		const { status, headers, body } = await call(person, 'export')
		expect(status).toBe(200)
		expect(headers.get('content-disposition')).toMatch(
			/^attachment; filename="headstart-\d{4}-\d\d-\d\d\.json"$/,
		)
		expect(headers.get('cache-control')).toBe('no-store')
		expect(body).toMatchObject({
			account: { id: person.id, email: person.email, user_metadata: { display_name: 'Some One' } },
			devices: [{ this_one: true }],
			purchases: [{ product_name: `CV of ${person.email}`, status: 'completed' }],
			receipts: [{ product_name: `CV of ${person.email}`, amount: 14.99 }],
			downloads: [{ file_name: 'CV.zip' }],
			reviews: [{ body: `By ${person.email}`, versions: [{ rating: 4, body: `By ${person.email}` }] }],
		})
		expect(body?.events).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ action: 'login' }),
				expect.objectContaining({ action: 'account_exported' }),
			]),
		)
		const text = JSON.stringify(body)
		expect(text).not.toContain(other.id)
		expect(text).not.toContain(other.email)
		expect(text).not.toMatch(/argon2|encrypted_password|token_hash|secret_sealed/)
	})
})

async function ownEverything({ id: userId, email, accessToken }: TestUser): Promise<void> {
	await world.database.asServer(async (tx) => {
		const row = await one(
			tx,
			sql`
			insert into public.purchases (user_id, catalogue_id, product_id, product_name, price, status)
			values (${userId}, '2', 'prod_cv_secrets', ${`CV of ${email}`}, 14.99, 'completed') returning id`,
			idRow,
		)
		await tx.execute(sql`
			insert into public.receipts (purchase_id, user_id, product_name, amount_pence, currency, paid_at)
			values (${row.id}, ${userId}, ${`CV of ${email}`}, 1499, 'GBP', now())`)
		await tx.execute(sql`
			insert into public.downloads (user_id, catalogue_id, file_name, sha256, at)
			values (${userId}, '2', 'CV.zip', repeat('0', 64), now())`)
	})
	const written = await world.request('/rest/v1/reviews', {
		method: 'POST',
		headers: {
			apikey: world.keys.publishableKey,
			authorization: `Bearer ${accessToken}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify({ catalogue_id: '2', rating: 4, body: `By ${email}` }),
	})
	expect(written.status).toBe(201)
}

test('every account endpoint requires a signed-in user', async () => {
	for (const path of ['proof', 'export', 'delete'])
		expect((await callAuth(world, `/account/${path}`, { body: {} })).status).toBe(401)
	expect((await callAuth(world, '/account/sessions', { method: 'GET' })).status).toBe(401)
	const person = await confirmedUser(world)
	expect(await newestToken(world, person.email)).not.toBe('')
	expect((await devices(person)).status).toBe(200)
})
