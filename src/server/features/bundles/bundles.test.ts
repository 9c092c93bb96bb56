import type { SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sumSteps } from '#server/features/sales/sum-steps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { cv, openCheckout, pay, planner } from '#test/checkout.ts'
import { anonymousClient, signedInClient } from '#test/clients.ts'
import { auditWhenSettled, forget } from '#test/money-ledger.ts'
import { stripeOf } from '#test/stripe-of.ts'
import { waitingForALock } from '#test/waiting-for-a-lock.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({
	admin: 'public',
	sandbox: true,
	goods: true,
	checkout: { automaticTax: true },
})
const owner = await signedInMember(world, 'owner')
const stripe = stripeOf(world)
const wanted = {
	title: 'Job and money',
	sentence: 'Get the job, keep the money.',
	price_pence: 1699,
	guides: ['3', '2'],
}
const { body: made } = await act('make-bundle', wanted)
const bundle = { productName: wanted.title, price: 16.99, stripeProductId: z.string().parse(made.id) }

async function act(name: string, body: object) {
	return await actAdmin(world, name, body, { bearer: await owner.takeStep() })
}

async function listed(): Promise<unknown[]> {
	const { body } = await readAdmin(world, 'bundles', { bearer: await owner.takeStep() })
	return z.array(z.unknown()).parse(body.rows)
}

/** Pays on the sandbox's page, and returns what `confirm-payment` answers. */
async function payFor(client: SupabaseClient, checkoutSessionId: string) {
	await pay(world, checkoutSessionId)
	return await confirm(client, checkoutSessionId)
}

async function confirm(client: SupabaseClient, checkoutSessionId: string) {
	const { data, error } = await client.functions.invoke('confirm-payment', {
		body: { sessionId: checkoutSessionId },
	})
	if (error !== null) throw error
	return data
}

const purchasesOf = async (client: SupabaseClient) =>
	(await client.from('purchases').select('catalogue_id, price, status').order('catalogue_id')).data

/** Returns whether the user may download guide 2 and guide 3. */
async function mayDownload(client: SupabaseClient): Promise<boolean[]> {
	const files = await world.database.query(
		sql`select file_name from public.products where id in ('2', '3') order by id`,
		z.object({ file_name: z.string() }),
	)
	const answers = files.map(({ file_name }) => client.storage.from('pdfs').createSignedUrl(file_name, 60))
	return (await Promise.all(answers)).map(({ error }) => error === null)
}

async function refusalOf(client: SupabaseClient, product: object): Promise<unknown> {
	const { error } = await client.functions.invoke('create-payment', { body: product })
	return await error?.context.json()
}

async function makeCode(body: object) {
	const made = await act('make-code', body)
	expect(made.status, JSON.stringify(made.body)).toBe(200)
	return made
}

async function turnOff(code: string) {
	const [found] = await world.database.query(
		sql`select id from shop.discount_codes where code = ${code} and turned_off_at is null`,
		z.object({ id: z.string() }),
	)
	expect(await act('turn-off-code', { id: found?.id })).toMatchObject({ status: 200 })
}

/** Asks for a price as a page does. Returns the reason if the code doesn't count. */
async function priceOf(code: string, productId = bundle.stripeProductId) {
	const { data, error } = await anonymousClient(world).functions.invoke('price-with-code', {
		body: { productId, code },
	})
	return error === null ? data : (await error.context.json()).message
}

const takesCodes = async (checkoutSessionId: string) =>
	(await stripe.checkout.sessions.retrieve(checkoutSessionId)).allow_promotion_codes === true

test('a bundle has one payment and one receipt, and a refund takes all its guides away', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, bundle)
	const checkoutSession = await stripe.checkout.sessions.retrieve(checkoutSessionId, {
		expand: ['line_items'],
	})
	expect(checkoutSession.line_items?.data.map((line) => [line.description, line.amount_subtotal])).toEqual([
		[cv.productName, 1214],
		[planner.productName, 485],
	])
	expect(checkoutSession.custom_text).toMatchObject({
		submit: {
			message: expect.stringMatching(/^These guides are the bundle “Job and money”\. We sell to people/),
		},
		terms_of_service_acceptance: {
			message: expect.stringMatching(
				/^I agree to the \[terms\]\(.*\/terms\)\. I want my guides at once, .* as the downloads are made/,
			),
		},
	})
	expect(checkoutSession.allow_promotion_codes).not.toBe(true)
	const bought = {
		catalogueId: bundle.stripeProductId,
		productName: 'Job and money',
		guides: [
			{ catalogueId: '2', title: cv.productName, fileName: expect.any(String) },
			{ catalogueId: '3', title: planner.productName, fileName: expect.any(String) },
		],
	}
	expect(await confirm(client, checkoutSessionId)).toEqual({ status: 'pending', ...bought })
	expect(await payFor(client, checkoutSessionId)).toMatchObject({ status: 'completed', ...bought })
	expect(await purchasesOf(client)).toEqual([
		{ catalogue_id: '2', price: 0, status: 'completed' },
		{ catalogue_id: '3', price: 0, status: 'completed' },
		{ catalogue_id: bundle.stripeProductId, price: 16.99, status: 'completed' },
	])
	expect(await mayDownload(client)).toEqual([true, true])
	const { data: receipts } = await client
		.from('receipts')
		.select('purchase_id, product_name, amount, discount_pence')
	expect(receipts).toMatchObject([{ product_name: 'Job and money', amount: 16.99, discount_pence: null }])
	const { purchase_id: purchase } = receipts?.[0] ?? {}
	await world.runJobs()
	expect(await listed()).toMatchObject([{ state: 'on sale', sold: 1, refunded: 0, paid_pence: 1699 }])

	// The funnel counts each guide of the bundle as paid, none as taken for free.
	await sumSteps({ database: world.database })
	const steps = await world.database.query(sql`
		select step, catalogue_id from shop.daily_steps where step in ('checkout begun', 'paid', 'taken') order by 1, 2`)
	expect(steps).toEqual(
		['checkout begun', 'paid'].flatMap((step) => ['2', '3'].map((catalogue_id) => ({ step, catalogue_id }))),
	)
	const { data: user } = await client.auth.getUser()
	const { body: customer } = await readAdmin(world, `customer?id=${user.user?.id}`, {
		bearer: await owner.takeStep(),
	})
	expect(customer).toMatchObject({ guides: 2, paid_pence: 1699, purchases: [{ product: 'Job and money' }] })
	expect(await auditWhenSettled(world)).toEqual([])

	// A review of a guide from a bundle says that the guide was bought. The bundle itself cannot be reviewed.
	const review = await client.from('reviews').insert({ catalogue_id: '2', rating: 5, body: 'Good' }).select()
	expect(review.data).toMatchObject([{ acquired: 'bought' }])
	const ofBundle = { catalogue_id: bundle.stripeProductId, rating: 5, body: 'Good' }
	expect((await client.from('reviews').insert(ofBundle)).error).toMatchObject({ code: '42501' })

	expect(await act('refund', { purchase, reason: 'Asked for it' })).toMatchObject({ status: 200 })
	expect((await purchasesOf(client))?.map(({ status }) => status)).toEqual(Array(3).fill('refunded'))
	expect(await mayDownload(client)).toEqual([false, false])
	expect((await client.from('reviews').select('refunded')).data).toEqual([{ refunded: true }])
	expect(await auditWhenSettled(world)).toEqual([])
	const notice = world.mails.find(({ subject }) => subject === 'Your refund: Job and money')
	expect(notice?.text).toContain('The guides are no longer in your account.')
	expect(notice?.text).toContain(['Job and money', cv.productName, planner.productName].join('\n'))
	expect(await listed()).toMatchObject([{ sold: 1, refunded: 1 }])
	// Everything can be bought again.
	expect(await payFor(client, await openCheckout(client, planner))).toMatchObject({ status: 'completed' })
})

test('a user who owns a guide cannot buy a bundle with it, and the buyer of a bundle cannot buy its guides', async () => {
	const client = await signedInClient(world)
	await payFor(client, await openCheckout(client, planner))
	expect(await refusalOf(client, bundle)).toMatchObject({
		code: 'already_purchased',
		message:
			'You already own Student Budget Planner. Buy CV Secrets No One Tells You separately instead. You have not been charged.',
		details: { guides_left: ['2'] },
	})
	const other = await signedInClient(world)
	await payFor(other, await openCheckout(other, bundle))
	for (const product of [bundle, cv, planner])
		expect(await refusalOf(other, product)).toMatchObject({ details: { already_purchased: true } })
})

test.each([
	['the guide', 'the bundle', [cv, () => bundle]],
	['the bundle', 'the guide', [() => bundle, cv]],
] as const)(
	'after a payment for %s, a payment for %s on a page that was already open is refunded',
	async (_first, _second, products) => {
		const client = await signedInClient(world)
		const [first, second] = products.map((product) => (typeof product === 'function' ? product() : product))
		const checkoutSessionIds = [
			await openCheckout(client, first ?? cv),
			await openCheckout(client, second ?? cv),
		]
		expect(await payFor(client, checkoutSessionIds[0] ?? '')).toMatchObject({ status: 'completed' })
		expect(await payFor(client, checkoutSessionIds[1] ?? '')).toMatchObject({ status: 'duplicate' })
		await world.runJobs()
		expect(await auditWhenSettled(world)).toEqual([])
	},
)

test('the buyer of a bundle with a code who gets a part of the money back is told that all its guides stay theirs', async () => {
	const client = await signedInClient(world)
	const { body: shown } = await makeCode({
		code: 'BOTH33',
		percent_off: 33,
		guides: [bundle.stripeProductId],
		preview: true,
	})
	expect(shown.will).toContainEqual(expect.stringContaining('£11.38 instead of £16.99 for Job and money'))
	await makeCode({ code: 'BOTH33', percent_off: 33, guides: [bundle.stripeProductId] })
	expect(await priceOf('both33')).toEqual({ code: 'BOTH33', pricePence: 1699, pricePenceWithCode: 1138 })
	await payFor(client, await openCheckout(client, { ...bundle, code: 'BOTH33' }))
	await world.runJobs()
	expect((await client.from('receipts').select('amount, discount_pence, discount_code')).data).toEqual([
		{ amount: 11.38, discount_pence: 561, discount_code: 'BOTH33' },
	])
	const tooMuch = { amount_pence: 1139, reason: 'a page' }
	const [paid] = (await client.from('purchases').select('id').gt('price', 0)).data ?? []
	expect((await act('refund', { purchase: paid?.id, ...tooMuch })).body.message).toContain(
		'Only £11.38 is left',
	)
	expect(await auditWhenSettled(world)).toEqual([])
	await turnOff('BOTH33')
	const [bought] = (await client.from('purchases').select('id').gt('price', 0)).data ?? []
	expect(await act('refund', { purchase: bought?.id, amount_pence: 300, reason: 'a page' })).toMatchObject({
		status: 200,
	})
	await auditWhenSettled(world)
	const email = (await client.auth.getUser()).data.user?.email
	const notices = world.mails.filter(({ to, text }) => to === email && text.includes('we refunded'))
	expect(notices.map(({ text }) => text)).toEqual([
		expect.stringContaining('we refunded £3.00 of what you paid'),
	])
	expect(notices[0]?.text).not.toContain('paid twice')
})

test('a bundle’s payment page takes the codes that are for it, and no guide’s page does', async () => {
	const [client, other] = [await signedInClient(world), await signedInClient(world)]
	await makeCode({ code: 'BOTH5', off_pence: 500, guides: [bundle.stripeProductId] })
	const opened = await openCheckout(client, bundle)
	expect(await takesCodes(opened)).toBe(true)
	expect(await takesCodes(await openCheckout(client, cv))).toBe(false)
	expect(await priceOf('BOTH5', '2')).toBe(
		'BOTH5 isn’t for this guide, so this guide is at its normal price.',
	)
	const paid = await fetch(`${world.sandboxUrl}/stripe/pay/${opened}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ card: '4242424242424242', promotionCode: 'Both5' }),
	})
	expect(paid.status).toBe(200)
	expect(await confirm(client, opened)).toMatchObject({ status: 'completed' })
	expect((await client.from('receipts').select('amount, discount_code')).data).toEqual([
		{ amount: 11.99, discount_code: 'BOTH5' },
	])
	// Stripe would take a code for all guides on every page with a field.
	await makeCode({ code: 'GUIDES', percent_off: 10 })
	expect(await takesCodes(await openCheckout(other, bundle))).toBe(false)
	expect(await takesCodes(await openCheckout(other, cv))).toBe(true)
	expect(await priceOf('GUIDES')).toBe('GUIDES isn’t for this bundle, so this bundle is at its normal price.')
	expect(await refusalOf(other, { ...bundle, code: 'GUIDES' })).toMatchObject({ code: 'code_not_usable' })
	for (const code of ['BOTH5', 'GUIDES']) await turnOff(code)
	expect(await takesCodes(await openCheckout(other, bundle))).toBe(false)
})

test('whatever a code for all bundles takes off, the checkout charges what the page shows', async () => {
	const client = await signedInClient(world)
	for (const percent of [1, 7, 33, 66, 85]) {
		await makeCode({ code: `ALL${percent}`, percent_off: percent, with_bundles: true })
		const { pricePenceWithCode: price } = await priceOf(`ALL${percent}`)
		const id = await openCheckout(client, { ...bundle, code: `ALL${percent}` })
		expect((await stripe.checkout.sessions.retrieve(id)).amount_total).toBe(price)
		await turnOff(`ALL${percent}`)
	}
	await makeCode({ code: 'FIVEOFF', off_pence: 500, with_bundles: true })
	const cheap = { ...wanted, title: 'Cheap', price_pence: 529 }
	expect((await act('make-bundle', cheap)).body.message).toContain('The code FIVEOFF is for all bundles')
	const named = { code: 'NAMED', off_pence: 100, guides: ['2'], with_bundles: true }
	expect((await act('make-code', named)).body.message).toContain('Name the bundles as well')
	await turnOff('FIVEOFF')
})

test('a dispute about a bundle takes its guides away until the dispute is won', async () => {
	const client = await signedInClient(world)
	await payFor(client, await openCheckout(client, bundle))
	const move = async (status: string) =>
		await world.database.asServer((tx) =>
			tx.execute(sql`
				update public.purchases set status = ${status} where part_of is null and user_id = (
					select user_id from public.purchases where part_of is not null order by updated_at desc limit 1
				)`),
		)
	await move('disputed')
	expect(await mayDownload(client)).toEqual([false, false])
	// If the disputed purchase is then put on hold, the guides stay disputed.
	await move('held')
	expect((await purchasesOf(client))?.map(({ status }) => status)).toEqual(['disputed', 'disputed', 'held'])
	await move('completed')
	expect(await mayDownload(client)).toEqual([true, true])
})

test('a bundle purchase missing from a restored backup is rebuilt with its guides', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, bundle)
	await payFor(client, checkoutSessionId)
	await world.runJobs()
	// Deletes the two parts (price 0) first, because their rows refer to the bundle's.
	const { data: purchases } = await client.from('purchases').select('id').order('price')
	for (const { id } of purchases ?? []) await forget(world, id)
	expect(await purchasesOf(client)).toEqual([])
	await world.runJob('compare-with-provider', {})
	expect((await purchasesOf(client))?.map(({ status }) => status)).toEqual(Array(3).fill('completed'))
	expect(await mayDownload(client)).toEqual([true, true])
})

test.each([
	['one guide', { guides: ['2', '2'] }, 'two guides or more'],
	['a free guide', { guides: ['2', '1'] }, 'isn’t on sale'],
	['the price of its guides', { price_pence: 2098 }, 'cost £20.98. A bundle has to cost less'],
	['the guides of another bundle', {}, '“Job and money” has the same guides'],
])('refuses a bundle with %s', async (_name, change, message) => {
	expect(await act('make-bundle', { ...wanted, title: 'Another', ...change })).toMatchObject({
		status: 409,
		body: { message: expect.stringContaining(message) },
	})
})

test('no checkout opens for a bundle that ends while the click waits for an owner’s change of a price', async () => {
	const client = await signedInClient(world)
	const change = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await change.connect()
	try {
		await change.query('begin')
		await change.query("select from public.products where id = '2' for update")
		const click = refusalOf(client, bundle)
		await waitingForALock(change)
		await change.query("update public.products set price_pence = 1000 where id = '2'")
		await change.query('commit')
		expect(await click).toMatchObject({ code: 'not_for_sale' })
	} finally {
		await change.query("update public.products set price_pence = 1499 where id = '2'")
		await change.end()
	}
	expect(await purchasesOf(client)).toEqual([])
})

test('a bundle is offered until it is withdrawn or no longer saves money, and buyers keep it', async () => {
	const client = await signedInClient(world)
	await payFor(client, await openCheckout(client, bundle))
	const stays = await act('set-price', { product: '2', price_pence: 1200, preview: true })
	expect(stays.body.will).not.toContainEqual(expect.stringContaining('bundle'))
	const ends = await act('set-price', { product: '2', price_pence: 1000, preview: true })
	expect(ends.body.will).toContainEqual(expect.stringContaining('“Job and money” is then no longer offered'))
	await act('set-price', { product: '2', price_pence: 1000 })
	expect(await readBundlesOnSale(world.database)).toEqual([])
	expect(await refusalOf(await signedInClient(world), bundle)).toMatchObject({ code: 'not_for_sale' })
	expect(await listed()).toMatchObject([{ state: 'not offered' }])
	await act('set-price', { product: '2', price_pence: 1499 })
	expect(await readBundlesOnSale(world.database)).toMatchObject([{ sum_pence: 2098 }])

	const open = await signedInClient(world)
	const checkoutSessionId = await openCheckout(open, bundle)
	const id = bundle.stripeProductId
	const { body: shown } = await act('withdraw-bundle', { id, preview: true })
	expect(shown.will).toContainEqual(expect.stringContaining('keep everything'))
	expect(await act('withdraw-bundle', { id, plan: shown.plan })).toMatchObject({ status: 200 })
	expect(await refusalOf(await signedInClient(world), bundle)).toMatchObject({ code: 'not_for_sale' })
	expect(await mayDownload(client)).toEqual([true, true])
	// This payment page was opened before the bundle was withdrawn, so the buyer can still pay on it.
	expect(await payFor(open, checkoutSessionId)).toMatchObject({ status: 'completed' })
	expect(await listed()).toMatchObject([{ state: 'withdrawn', sold: expect.any(Number) }])
	const acts = await world.database.query(sql`
		select command, decided_by, before, after from shop.owner_acts where details ->> 'product' = ${id} order by at`)
	const names = 'CV Secrets No One Tells You and Student Budget Planner'
	expect(acts).toEqual([
		{
			command: 'make-bundle',
			decided_by: owner.email,
			before: { 'Job and money': null },
			after: { 'Job and money': `${names} for £16.99` },
		},
		{
			command: 'withdraw-bundle',
			decided_by: owner.email,
			before: { 'Job and money': 'on sale' },
			after: { 'Job and money': 'withdrawn' },
		},
	])
	// The guides of a withdrawn bundle can be bundled again, at another price.
	expect(await act('make-bundle', { ...wanted, price_pence: 1799 })).toMatchObject({
		body: { id: expect.stringMatching(/^bundle-[0-9a-f]{8}$/) },
	})
})
