import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import { confirmDeletion } from '#server/apis/auth/account/confirm-deletion.ts'
import { idRow, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { closeCheckout } from '#server/shop/close-checkout.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'
import { namedMailTexts } from '#shared/content/email-words.ts'
import { callAuth, confirmedUser, newestToken, signInAgain, type TestUser } from '#test/auth.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { createWorld, type World } from '#test/world.ts'

const remove = (world: World, { accessToken }: Pick<TestUser, 'accessToken'>) =>
	callAuth(world, '/account/delete', { bearer: accessToken, body: {} })

/** Lists the tables, including the queue's, that contain a text. */
async function placesOf(world: World, text: string): Promise<string[]> {
	const client = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await client.connect()
	const { rows: tables } = await client.query<{ name: string }>(`
		select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('public', 'auth', 'shop', 'storage', 'graphile_worker') and c.relkind = 'r'`)
	const places: string[] = []
	for (const { name } of tables) {
		const found = await client.query(`select from ${name} t where position($1 in t::text) > 0 limit 1`, [
			text,
		])
		if (found.rowCount !== 0) places.push(name)
	}
	await client.end()
	return places
}

describe('a deleted account', () => {
	let world: World
	beforeAll(async () => {
		world = await createWorld()
	})
	afterAll(async () => await world.close())

	test('loses access immediately: every access token, the refresh token and the password stop working', async () => {
		const person = await confirmedUser(world)
		const other = await signInAgain(world, person)
		await callAuth(world, '/recover', { body: { email: person.email } })
		expect((await remove(world, person)).status).toBe(200)
		for (const { accessToken } of [person, other]) {
			const user = await callAuth(world, '/user', { method: 'GET', bearer: accessToken })
			expect(user.status).toBe(403)
			const headers = { apikey: world.keys.publishableKey, authorization: `Bearer ${accessToken}` }
			expect((await world.request('/rest/v1/purchases?select=id', { headers })).status).toBe(401)
		}
		const refreshed = await callAuth(world, '/token?grant_type=refresh_token', {
			body: { refresh_token: person.refreshToken },
		})
		expect(refreshed.body?.error_code).toBe('refresh_token_not_found')
		expect(
			(await callAuth(world, '/token?grant_type=password', { body: { ...person } })).body?.error_code,
		).toBe('invalid_credentials')
		expect((await remove(world, person)).status).toBe(403)
	})

	test('voids an emailed link for a new password', async () => {
		const person = await confirmedUser(world)
		await callAuth(world, '/recover', { body: { email: person.email } })
		const token_hash = await newestToken(world, person.email)
		await remove(world, person)
		const answer = await callAuth(world, '/verify', { body: { type: 'recovery', token_hash } })
		expect(answer).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
	})

	test('leaves no trace of its email address once its last email is sent', async () => {
		const person = await confirmedUser(world)
		const bystander = await confirmedUser(world)
		await callAuth(world, '/otp', { body: { email: person.email } })
		await remove(world, person)
		expect(await placesOf(world, person.email)).toEqual(['auth.deleted_accounts'])
		await world.runJobs()
		const last = world.mails.findLast(({ to }) => to === person.email)
		expect(last?.subject).toMatch(/your account is deleted/)
		expect(last?.text).toContain('If it wasn’t you who deleted it')
		expect(await placesOf(world, person.email)).toEqual([])
		expect((await placesOf(world, person.id)).toSorted()).toEqual([
			'auth.audit_log_entries',
			'auth.deleted_accounts',
		])
		expect(await placesOf(world, bystander.email)).toContain('auth.users')
	})

	test('leaves purchases and receipts for the bookkeeping, but without the user’s id', async () => {
		const person = await confirmedUser(world)
		const row = await one(
			world.database,
			sql`
			insert into public.purchases (user_id, catalogue_id, product_id, product_name, price, status)
			values (${person.id}, '2', 'prod_cv_secrets', 'CV Secrets', 14.99, 'completed') returning id`,
			idRow,
		)
		await world.database.query(sql`
			insert into public.receipts (purchase_id, user_id, product_name, amount_pence, currency, paid_at)
			values (${row.id}, ${person.id}, 'CV Secrets', 1499, 'GBP', now())`)
		await remove(world, person)
		expect(
			await world.database.query(sql`
				select p.user_id, p.status, r.user_id as receipt_of, r.amount_pence from public.purchases p
				join public.receipts r on r.purchase_id = p.id where p.id = ${row.id}`),
		).toEqual([{ user_id: null, status: 'completed', receipt_of: null, amount_pence: 1499 }])
	})

	test('has its email address erased after a week even if its last email cannot be sent', async () => {
		const person = await confirmedUser(world)
		await remove(world, person)
		world.clock.advance(8 * 86_400)
		await world.runJob('purge-expired', {})
		expect(await placesOf(world, person.email)).toEqual([])
		await world.runJobs()
		expect(world.mails.filter(({ to }) => to === person.email).at(-1)?.subject).not.toMatch(/deleted/)
	})

	test('is sent its last email once, even if the first attempt fails', async () => {
		const person = await confirmedUser(world)
		await remove(world, person)
		const away: Mailer = { send: () => Promise.reject(new Error('away')), close: () => {} }
		const sent: string[] = []
		const there: Mailer = { send: async ({ to }) => void sent.push(to), close: () => {} }
		const confirm = (mailer: Mailer) =>
			confirmDeletion(
				{
					database: world.database,
					mailer,
					siteUrl: world.url,
					texts: namedMailTexts(standardMailTexts, 'Headstart'),
				},
				{ userId: person.id },
			)
		await expect(confirm(away)).rejects.toThrow('away')
		expect(await placesOf(world, person.email)).toEqual(['auth.deleted_accounts'])
		await confirm(there)
		await confirm(there)
		expect(sent).toEqual([person.email])
		expect(await placesOf(world, person.email)).toEqual([])
	})

	test('is recorded without personal data, however it was deleted, if its address was confirmed', async () => {
		const person = await confirmedUser(world)
		await world.database.query(sql`insert into auth.users (email) values ('never.confirmed@student.test')`)
		const removed = await world.database.query(
			sql`
			delete from auth.users where email in (${person.email}, 'never.confirmed@student.test') returning id`,
			idRow,
		)
		expect(removed).toHaveLength(2)
		expect(
			await world.database.query(sql`
				select user_id, notice_to from auth.deleted_accounts where user_id = any (${removed.map(({ id }) => id)})`),
		).toEqual([{ user_id: person.id, notice_to: null }])
	})

	test('is deleted once, with one email, even by concurrent requests', async () => {
		const person = await confirmedUser(world)
		const answers = await Promise.all(Array.from({ length: 4 }, () => remove(world, person)))
		expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 403)).toEqual(
			[],
		)
		await world.runJobs()
		const notices = world.mails.filter(({ to, subject }) => to === person.email && /deleted/.test(subject))
		expect(notices).toHaveLength(1)
	})
})

describe('when an account with a pending payment is deleted', () => {
	let world: World
	beforeAll(async () => {
		world = await createWorld({ sandbox: true, goods: true })
	})
	afterAll(async () => await world.close())

	async function buyer() {
		const client = await signedInClient(world)
		const { data } = await client.auth.getSession()
		const checkoutSessionId = await openCheckout(client, cv)
		const session = data.session
		if (session === null) throw new Error('not signed in')
		return { accessToken: session.access_token, email: session.user.email ?? '', checkoutSessionId }
	}
	const stateOf = async (checkoutSessionId: string) =>
		(
			await world.database.query(sql`
				select p.user_id, p.status, c.held_reason, c.refund_id is not null as given_back
				from public.purchases p join shop.checkouts c on c.purchase_id = p.id
				where p.stripe_session_id = ${checkoutSessionId}`)
		)[0]

	test('an open Checkout Session can no longer be paid', async () => {
		const { checkoutSessionId, ...person } = await buyer()
		await remove(world, person)
		await world.runJobs()
		expect(await stateOf(checkoutSessionId)).toMatchObject({ user_id: null, status: 'expired' })
		const paid = await fetch(`${world.sandboxUrl}/stripe/pay/${checkoutSessionId}`, { method: 'POST' })
		expect(await paid.json()).toMatchObject({ result: 'closed' })
	})

	test('an unreachable provider is retried until the Checkout Session is closed', async () => {
		const { checkoutSessionId, ...person } = await buyer()
		await remove(world, person)
		const row = await one(
			world.database,
			sql`select id from public.purchases where stripe_session_id = ${checkoutSessionId}`,
			idRow,
		)
		const { database, shop, payments } = world
		const away = {
			...payments,
			expireCheckout: () => Promise.reject(new ProviderFailure({ definite: false, cause: 'away' })),
		}
		const close = (by: typeof payments) => closeCheckout({ database, payments: by, shop }, row.id)
		await expect(close(away)).rejects.toThrow('gave no clear answer')
		expect(await stateOf(checkoutSessionId)).toMatchObject({ status: 'pending' })
		await close(payments)
		await close(payments)
		expect(await stateOf(checkoutSessionId)).toMatchObject({ status: 'expired' })
	})

	test('a payment that still arrives is held and refunded, and does not restore the account', async () => {
		const { checkoutSessionId, ...person } = await buyer()
		await pay(world, checkoutSessionId)
		await remove(world, person)
		await world.runJobs()
		await expect
			.poll(async () => {
				await world.runJobs()
				return await stateOf(checkoutSessionId)
			})
			.toEqual({
				user_id: null,
				status: 'refunded',
				held_reason: 'paid after the account was deleted: it is given back',
				given_back: true,
			})
		expect(await placesOf(world, person.email)).toEqual([])
		expect(world.mails.some(({ to, subject }) => to === person.email && /receipt/i.test(subject))).toBe(false)
	})
})
