import { FunctionsHttpError } from '@supabase/supabase-js'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'
import { recordRefusedCheckout } from '#server/shop/refused-checkouts.ts'
import { homeApi } from '#shared/admin/home.ts'
import { readAdmin, signedInMember } from '#test/admin-api.ts'
import { cv, openCheckout, planner, setSwitches } from '#test/checkout.ts'
import { signedInClient, signedInClients } from '#test/clients.ts'
import { tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, admin: 'public' })
const owner = await signedInMember(world, 'owner')
beforeEach(async () => {
	await setSwitches(world, { termsMissing: false, operations: [] })
	await tamper(world, 'delete from shop.refused_checkouts; delete from shop.alerts')
	world.mails.length = 0
})

/** Presses Buy as a new user, and returns what the page is told. */
async function refusal(product = cv): Promise<unknown> {
	const client = await signedInClient(world)
	const { error } = await client.functions.invoke('create-payment', { body: product })
	if (!(error instanceof FunctionsHttpError)) throw new Error(`not refused: ${String(error)}`)
	return await error.context.json()
}

async function card() {
	const { body } = await readAdmin(world, 'needs-you', { bearer: owner.accessToken })
	const { items } = homeApi['needs-you'].output.parse(body)
	return items.find((item) => item.kind === 'trouble' && item.id === 'refused-checkouts')
}

async function alerts() {
	await world.runJob('raise-alerts', {})
	await world.runJobs()
	return world.mails.filter(({ subject }) => subject.startsWith('Stripe refuses our checkouts'))
}

test.each([
	['the account lacks something', { termsMissing: true }, /Terms of service URL/],
	[
		'Stripe fails only for checkouts',
		{ operations: [{ operation: 'checkout.sessions.create', fault: 'answer-500', next: 1_000 }] },
		/\w/,
	],
	[
		'a parameter is refused',
		{
			operations: [
				{ operation: 'checkout.sessions.create', fault: 'answer-429', next: 1_000, shouldRetry: false },
			],
		},
		/\w/,
	],
])('three checkouts refused because %s raise a card and one email', async (_why, change, sentence) => {
	await setSwitches(world, change)
	for (let times = 0; times < 2; times += 1) await refusal()
	expect(await card()).toBeUndefined()
	expect(await alerts()).toEqual([])
	expect(await refusal()).toMatchObject({
		code: 'payment_provider_unavailable',
		message: expect.stringMatching(
			/^The payment provider refused this checkout\. You have not been charged\./,
		),
	})
	expect(await card()).toMatchObject({
		title: 'Stripe refuses our checkouts',
		facts: expect.arrayContaining([
			{ label: 'Stripe says', value: expect.stringMatching(sentence) },
			{ label: 'Refused', value: '3 checkouts' },
		]),
	})
	const [mail, ...others] = await alerts()
	expect(mail?.text).toMatch(sentence)
	expect(others).toEqual([])
})

test('six buyers refused at the same moment raise the card too', async () => {
	await setSwitches(world, { termsMissing: true })
	await Promise.all(Array.from({ length: 6 }, () => refusal()))
	expect(await card()).toMatchObject({
		facts: expect.arrayContaining([{ label: 'Refused', value: '6 checkouts' }]),
	})
})

test('the card goes once Stripe opens a checkout of that product, and not because of another product', async () => {
	await setSwitches(world, { termsMissing: true })
	for (let times = 0; times < 3; times += 1) await refusal(planner)
	await setSwitches(world, { termsMissing: false })
	await openCheckout(await signedInClient(world), cv)
	expect(await card()).toBeDefined()
	await openCheckout(await signedInClient(world), planner)
	expect(await card()).toBeUndefined()
})

test('the card goes with the next checkout of any product that was refused for the same reason', async () => {
	await setSwitches(world, { termsMissing: true })
	for (const product of [planner, planner, cv, planner, planner]) await refusal(product)
	await setSwitches(world, { termsMissing: false })
	await openCheckout(await signedInClient(world), cv)
	expect(await card()).toBeUndefined()
})

const refuseAt = (secondsAgo: number, reason = 'No.', now = world.clock.now()) =>
	recordRefusedCheckout(world.database, {
		catalogueId: '2',
		failure: new ProviderFailure({ definite: true, cause: new Error(reason) }),
		now: new Date(now.getTime() - secondsAgo * 1000),
	})

/** Presses Buy several times as one buyer whom Stripe refuses. */
async function pressThrice(client: Awaited<ReturnType<typeof signedInClient>>, product = cv): Promise<void> {
	await setSwitches(world, { termsMissing: true })
	for (let times = 0; times < 3; times += 1) {
		const { error } = await client.functions.invoke('create-payment', { body: product })
		expect(error).toBeInstanceOf(FunctionsHttpError)
	}
	await setSwitches(world, { termsMissing: false })
}

test('three presses of the only buyer raise the card', async () => {
	await tamper(world, "update public.purchases set created_at = created_at - interval '6 minutes'")
	await pressThrice(await signedInClient(world))
	expect(await card()).toMatchObject({
		facts: expect.arrayContaining([{ label: 'Refused', value: '3 checkouts' }]),
	})
})

test('presses of one buyer count once while others reach the payment page with the same guide, and those of three buyers count each', async () => {
	await openCheckout(await signedInClient(world), cv)
	const buyers = await signedInClients(world, 3)
	const [first, ...others] = buyers
	if (first === undefined) throw new Error('no buyer')
	await pressThrice(first)
	expect(await card()).toBeUndefined()
	expect(await alerts()).toEqual([])
	await setSwitches(world, { termsMissing: true })
	const [impatient] = others
	await Promise.all(
		Array.from({ length: 6 }, () => impatient?.functions.invoke('create-payment', { body: cv })),
	)
	expect(await card()).toBeUndefined()
	for (const buyer of others) await pressThrice(buyer)
	expect(await card()).toMatchObject({
		facts: expect.arrayContaining([{ label: 'Refused', value: '3 checkouts' }]),
	})
})

test('a checkout of another guide, or one of the same buyer, doesn’t show that this guide can be sold', async () => {
	await tamper(world, "update public.purchases set created_at = created_at - interval '6 minutes'")
	await openCheckout(await signedInClient(world), cv)
	const buyer = await signedInClient(world)
	await openCheckout(buyer, cv)
	await pressThrice(buyer, planner)
	expect(await card()).toBeDefined()
})

test('presses of a buyer whose email address Stripe refuses count once', async () => {
	await tamper(world, "update public.purchases set created_at = created_at - interval '6 minutes'")
	const refuse = (purchaseId: string) =>
		recordRefusedCheckout(world.database, {
			purchaseId,
			catalogueId: '2',
			failure: new ProviderFailure({ definite: true, cause: new Error('No.'), blamesBuyer: true }),
			now: world.clock.now(),
		})
	const buyers = [1, 2, 3].map(() => crypto.randomUUID())
	for (let times = 0; times < 3; times += 1) await refuse(buyers[0] ?? '')
	expect(await card()).toBeUndefined()
	for (const buyer of buyers) await refuse(buyer)
	expect(await card()).toBeDefined()
})

test.each([
	[[0, 100, 299], true],
	[[0, 100, 301], false],
	[[0, 400, 800, 1200], false],
	[[0, 3600, 3700, 3800], true],
	[[86_500, 86_600, 86_700], false],
])('refusals %j seconds ago raise the card: %s', async (ages, raises) => {
	const now = world.clock.now()
	for (const age of ages.toReversed()) await refuseAt(age, 'No.', now)
	expect((await card()) !== undefined).toBe(raises)
})

test('the card quotes the newest reason, and names no buyer', async () => {
	for (const age of [30, 20]) await refuseAt(age, 'Your account is restricted.')
	await refuseAt(10, `Invalid email address: ada.byron+1@student.test. ${'x'.repeat(900)}`)
	const shown = JSON.stringify(await card())
	expect(shown).toContain('Invalid email address: …')
	expect(shown).not.toContain('student.test')
	expect(shown).not.toContain('Your account is restricted')
})

test('the shop’s health says that no event has ever arrived, until one does', async () => {
	const newest = async () => {
		await new Promise((resolve) => setTimeout(resolve, 3_500))
		const { body } = await readAdmin(world, 'shop-health', { bearer: owner.accessToken })
		return homeApi['shop-health'].output.parse(body).newest_event_at
	}
	await tamper(world, 'delete from shop.payment_events')
	const store = (type: string) =>
		world.database.query(
			sql`insert into shop.payment_events (id, type, payload) values (${`evt_${type}`}, ${type}, '{"created": 1}')`,
		)
	await store('doctor.checked')
	expect(await newest()).toBeNull()
	await store('charge.updated')
	expect(await newest()).not.toBeNull()
})

// Last, because it moves the clock beyond the end of the owner’s token.
test('the owner is emailed once that Stripe opens checkouts again, and at once if it refuses them again later', async () => {
	const ends = () => world.mails.filter(({ subject }) => subject.startsWith('Stripe opens our checkouts'))
	await alerts()
	expect(ends()).toEqual([])
	const refuseAll = async () => {
		await setSwitches(world, { termsMissing: true })
		for (let times = 0; times < 3; times += 1) await refusal()
	}
	await refuseAll()
	expect(await alerts()).toHaveLength(1)
	expect(ends()).toEqual([])
	await setSwitches(world, { termsMissing: false })
	await openCheckout(await signedInClient(world), cv)
	await Promise.all(Array.from({ length: 6 }, () => world.runJob('raise-alerts', {})))
	await alerts()
	await alerts()
	expect(ends()).toHaveLength(1)

	// Not as often as it comes and goes.
	await refuseAll()
	expect(await alerts()).toHaveLength(1)
	world.clock.advance(61 * 60)
	await refuseAll()
	expect(await alerts()).toHaveLength(2)
	const ids = world.mails.map(({ messageId }) => messageId)
	expect(new Set(ids).size).toBe(ids.length)
})
