import { readdir, readlink } from 'node:fs/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eraseAccount } from '#server/apis/auth/account/erase-account.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refundPurchaseJob } from '#server/shop/jobs.ts'
import { refundJob } from '#server/shop/refunds-under-way.ts'
import { type RefundTerms, refundTermsSchema } from '#shared/refund-terms.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { cv, openCheckout, pay, planner, setSwitches } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, audit, auditWhenSettled, sell, sellOnHold, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, admin: 'public' })
const owner = await signedInMember(world, 'owner')

const termsOf = async (client: SupabaseClient) => {
	const { data, error } = await client.functions.invoke('refund-terms', { body: {} })
	if (error !== null) throw error
	return z.object({ purchases: z.array(refundTermsSchema) }).parse(data).purchases
}

/** Asks, and returns the terms afterwards, or the refusal. */
async function ask(client: SupabaseClient, purchaseId: string, way: RefundTerms['way'], said = '') {
	const { data, error } = await client.functions.invoke('request-refund', { body: { purchaseId, way, said } })
	if (error === null) return { status: 200, terms: refundTermsSchema.parse(data), code: undefined }
	const answer: Response = error.context
	const { code } = z.looseObject({ code: z.string() }).parse(await answer.json())
	return { status: answer.status, terms: undefined, code }
}

/** Downloads a file as a button does, or as the success page does by itself. Returns the status of the answer. */
async function download(client: SupabaseClient, { automatic = false } = {}): Promise<number> {
	const { data, error } = await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)
	if (error !== null) return 400
	const response = await fetch(`${data.signedUrl}${automatic ? '&automatic' : ''}`)
	await response.arrayBuffer()
	return response.status
}

/** Returns the subjects of the emails about a purchase, without the one that confirms the address. */
const mailsTo = (email: string) =>
	world.mails
		.filter(({ to }) => to === email)
		.flatMap(({ subject }) => (/^Confirm/.test(subject) ? [] : [subject]))

async function emailOf(client: SupabaseClient): Promise<string> {
	return (await client.auth.getUser()).data.user?.email ?? ''
}

async function refundedPence(paymentIntentId: string): Promise<number | undefined> {
	return (await world.payments.getPayment(paymentIntentId))?.refundedPence
}

test('an unopened guide is refunded immediately, with a confirmation to the second, and is gone', async () => {
	const { client, purchaseId, paymentIntentId } = await sell(world)
	expect(await download(client, { automatic: true })).toBe(200)
	expect(await termsOf(client)).toMatchObject([
		{ purchaseId, way: 'refund', because: 'unopened', paidPence: 1499, openedAt: null, asked: null },
	])
	const { terms } = await ask(client, purchaseId, 'refund')
	expect(terms).toMatchObject({ way: 'none', because: 'refunded', asked: { kind: 'refund' } })
	expect(await refundedPence(paymentIntentId)).toBe(1499)
	expect(await download(client)).toBe(400)
	expect(await auditWhenSettled(world)).toEqual([])
	const email = await emailOf(client)
	expect(mailsTo(email)).toEqual([
		expect.stringMatching(/^Your receipt/),
		'We’re refunding you: CV Secrets No One Tells You',
		'Your refund: CV Secrets No One Tells You',
	])
	expect(world.mails.find(({ subject }) => subject.startsWith('We’re refunding you'))?.text).toMatch(
		/On \d+ \w+ \d{4} at \d\d:\d\d:\d\d you asked for your money back .*£14\.99/,
	)
	expect((await ask(client, purchaseId, 'refund')).status).toBe(409)
})

test('of six requests at the same moment, one refunds, and one confirmation is sent', async () => {
	const { client, purchaseId, paymentIntentId } = await sell(world)
	const answers = await Promise.all(Array.from({ length: 6 }, () => ask(client, purchaseId, 'refund')))
	expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409]))).toBe(true)
	expect(answers.some(({ status }) => status === 200)).toBe(true)
	expect(await refundedPence(paymentIntentId)).toBe(1499)
	await auditWhenSettled(world)
	expect(mailsTo(await emailOf(client)).filter((subject) => subject.startsWith('We’re'))).toHaveLength(1)
})

test('of two purchases that a buyer asks about at the same moment, one is refunded without a person', async () => {
	for (let round = 0; round < 3; round += 1) {
		const { client } = await sell(world)
		const checkoutSessionId = await openCheckout(client, planner)
		await pay(world, checkoutSessionId)
		await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
		const purchases = await termsOf(client)
		expect(purchases.map(({ because }) => because)).toEqual(['unopened', 'unopened'])
		const answers = await Promise.all(
			purchases.flatMap(({ purchaseId }) => [1, 2, 3].map(() => ask(client, purchaseId, 'refund'))),
		)
		expect(answers.some(({ status }) => status === 200)).toBe(true)
		const after = (await termsOf(client)).map(({ because }) => because)
		expect(after.toSorted(), `round ${round}`).toEqual(['refunded', 'refunded another'])
	}
})

test('a link made before the refund opens nothing, and leaves no file open', async () => {
	const { client, purchaseId } = await sell(world)
	const links = await Promise.all(
		Array.from({ length: 6 }, () => client.storage.from('pdfs').createSignedUrl('CV.zip', 60)),
	)
	await world.database.asServer((tx) => refundJob(refundPurchaseJob, { purchaseId }, purchaseId).begin(tx))
	for (const { data } of links) expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
	const open = await Promise.all(
		(await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
	)
	expect(open.filter((file) => file.endsWith('CV.zip'))).toEqual([])
})

test('whoever asks and downloads at the same moment gets the money or the guide, never both', async () => {
	for (let round = 0; round < 8; round += 1) {
		const { client, purchaseId, paymentIntentId } = await sell(world)
		const { data } = await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)
		const late = new Promise((resolve) => setTimeout(resolve, round * 4))
		const [refund, taken] = await Promise.all([
			late.then(() => ask(client, purchaseId, 'refund')),
			fetch(data?.signedUrl ?? '').then(async (response) => {
				await response.arrayBuffer()
				return response.status
			}),
		])
		const hasMoney = (await refundedPence(paymentIntentId)) === 1499
		expect(hasMoney).toBe(refund.status === 200)
		expect([hasMoney, taken === 200], `round ${round}`).not.toEqual([true, true])
	}
	expect(await auditWhenSettled(world)).toEqual([])
})

test('a guide that was opened is for a person: the buyer writes, an owner answers, both are told', async () => {
	const { client, purchaseId, userId, paymentIntentId } = await sell(world)
	expect(await download(client)).toBe(200)
	const [terms] = await termsOf(client)
	expect(terms).toMatchObject({ way: 'help', because: 'opened', openedAt: expect.any(String) })
	expect(terms?.consent?.wording).toContain('14-day right to cancel')
	expect(await ask(client, purchaseId, 'refund')).toMatchObject({ status: 409, code: 'plan_changed' })
	expect(await ask(client, purchaseId, 'help')).toMatchObject({ status: 400, code: 'validation_failed' })
	const said = 'Page 12 is <b>blank</b>.'
	const asked = await Promise.all(Array.from({ length: 6 }, () => ask(client, purchaseId, 'help', said)))
	expect(asked.map(({ terms: after }) => after?.asked?.said)).toEqual(Array.from({ length: 6 }, () => said))
	expect(await refundedPence(paymentIntentId)).toBe(0)
	const needs = async () => {
		const { body } = await readAdmin(world, 'needs-you?all=request', { bearer: owner.accessToken })
		return z.object({ items: z.array(z.looseObject({ kind: z.string() })) }).parse(body).items
	}
	const [item] = (await needs()).filter(({ kind }) => kind === 'request')
	expect(item).toMatchObject({ purchase: purchaseId, said, may_refund: true })
	const answer = { request: item?.request, text: 'The new edition has it.\n\nSorry.' }
	const answered = await Promise.all(
		Array.from(
			{ length: 6 },
			async () =>
				(await actAdmin(world, 'answer-request', answer, { bearer: await owner.takeStep() })).status,
		),
	)
	expect(answered.filter((status) => status === 200)).toHaveLength(1)
	expect((await needs()).filter(({ kind }) => kind === 'request')).toEqual([])
	await world.runJobs()
	const email = await emailOf(client)
	expect(mailsTo(email).slice(1)).toEqual([
		'We’ve received your message: CV Secrets No One Tells You',
		'Our answer: CV Secrets No One Tells You',
	])
	const [received, reply] = world.mails.filter(({ to }) => to === email).slice(-2)
	expect(received?.text).toContain(said)
	expect(received?.html).not.toContain('<b>blank')
	expect(reply?.text).toContain('The new edition has it.')
	expect((await termsOf(client))[0]?.asked).toMatchObject({ said, answer: answer.text })
	const page = async ({ accessToken }: TestMember) =>
		(await readAdmin(world, `customer?id=${userId}`, { bearer: accessToken })).body.requests
	expect(await page(owner)).toMatchObject([
		{ kind: 'help', product: cv.productName, said, answer: answer.text },
	])
	expect(await page(await signedInMember(world, 'accountant'))).toBe(null)
})

test('a download that says it started by itself, an hour after the payment, counts as opening the guide', async () => {
	const { client, purchaseId } = await sell(world)
	await tamper(
		world,
		`update shop.purchase_history set at = at - interval '61 minutes' where purchase_id = $1`,
		[purchaseId],
	)
	expect(await download(client, { automatic: true })).toBe(200)
	expect(await termsOf(client)).toMatchObject([{ because: 'opened' }])
})

test('a bundle counts as opened once one of its guides is, and is refunded as a whole', async () => {
	const wanted = {
		title: 'Job and money',
		sentence: 'Both guides for less.',
		price_pence: 1699,
		guides: ['2', '3'],
		reason: 'a test',
	}
	const { body } = await actAdmin(world, 'make-bundle', wanted, { bearer: await owner.takeStep() })
	const bundle = { productName: wanted.title, price: 16.99, stripeProductId: z.string().parse(body.id) }
	for (const isOpened of [true, false]) {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, bundle)
		await pay(world, checkoutSessionId)
		await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
		if (isOpened) expect(await download(client)).toBe(200)
		const [terms, ...others] = await termsOf(client)
		expect(others).toEqual([])
		expect(terms).toMatchObject({
			way: isOpened ? 'help' : 'refund',
			because: isOpened ? 'opened' : 'unopened',
			guides: [cv.productName, planner.productName],
		})
		const { status } = await ask(client, terms?.purchaseId ?? '', 'refund')
		expect(status).toBe(isOpened ? 409 : 200)
		expect(await download(client)).toBe(isOpened ? 200 : 400)
	}
	expect(await auditWhenSettled(world)).toEqual([])
})

test('a payment on its way can be cancelled: nothing is delivered, and the money goes back when it arrives', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, planner)
	await pay(world, checkoutSessionId, 'bank')
	await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
	const [terms] = await termsOf(client)
	expect(terms).toMatchObject({ way: 'cancel', because: 'payment on its way', paidAt: null, paidPence: 599 })
	const answers = await Promise.all(
		Array.from({ length: 6 }, () => ask(client, terms?.purchaseId ?? '', 'cancel')),
	)
	expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
	await world.runJobs()
	expect(await termsOf(client)).toMatchObject([{ way: 'cancel', asked: { kind: 'cancellation' } }])
	await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/settle`, { outcome: 'succeeds' })
	await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
	expect(await auditWhenSettled(world)).toEqual([])
	const { data } = await client.from('purchases').select('status')
	expect(data).toEqual([{ status: 'refunded' }])
	const { paymentIntentId } = (await world.payments.getCheckout(checkoutSessionId)) ?? {}
	expect(await refundedPence(paymentIntentId ?? '')).toBe(599)
	expect(mailsTo(await emailOf(client))).toEqual([
		'We’ve got your order: Student Budget Planner',
		'You’ve cancelled your order: Student Budget Planner',
		'Your refund: Student Budget Planner',
	])
})

test('a payment on hold can be cancelled and is refunded, whatever its price', async () => {
	const { client, purchaseId, paymentIntentId } = await sellOnHold(world, { hasAccount: true })
	expect(await termsOf(client)).toMatchObject([{ way: 'refund', because: 'on hold' }])
	expect(await ask(client, purchaseId, 'refund')).toMatchObject({
		status: 200,
		terms: { because: 'refunded' },
	})
	expect(await refundedPence(paymentIntentId)).toBe(1499)
})

test('while a bank holds the money, there is nothing to ask for', async () => {
	const { client, purchaseId, checkoutSessionId } = await sell(world)
	await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/dispute`)
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
	expect(await termsOf(client)).toMatchObject([{ way: 'none', because: 'disputed' }])
	for (const way of ['refund', 'help', 'cancel'] as const)
		expect(await ask(client, purchaseId, way, 'Please')).toMatchObject({ status: 409 })
})

test('if Stripe cannot be reached, the request stands, the guide is closed, and a job makes the refund', async () => {
	const { client, purchaseId, paymentIntentId } = await sell(world)
	const { data } = await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)
	const switches = async (operations: object[]) => await setSwitches(world, { operations })
	await switches([{ operation: 'refunds.create', fault: 'answer-500' }])
	const { terms } = await ask(client, purchaseId, 'refund')
	expect(terms).toMatchObject({ way: 'none', because: 'refund under way', asked: { kind: 'refund' } })
	expect((await fetch(data?.signedUrl ?? '')).status).toBe(400)
	await switches([])
	await tamper(world, `update graphile_worker._private_jobs set run_at = now() where key = $1`, [
		`refund-purchase/${purchaseId}`,
	])
	expect(await auditWhenSettled(world)).toEqual([])
	expect(await refundedPence(paymentIntentId)).toBe(1499)
})

test('nobody learns anything about another person’s purchase, or acts on it', async () => {
	const { purchaseId, paymentIntentId } = await sell(world)
	const stranger = await signedInClient(world)
	expect(await termsOf(stranger)).toEqual([])
	for (const way of ['refund', 'help', 'cancel'] as const)
		expect(await ask(stranger, purchaseId, way, 'Mine')).toMatchObject({
			status: 404,
			code: 'purchase_not_found',
		})
	expect(await refundedPence(paymentIntentId)).toBe(0)
	expect(await audit(world)).toEqual([])
})

test('of a deleted account’s requests, only that they were made is kept', async () => {
	const { client, purchaseId, userId } = await sell(world)
	await download(client)
	await ask(client, purchaseId, 'help', 'My address is 1 High Street.')
	await world.database.asServer((tx) => eraseAccount(tx, userId, world.clock.now()))
	const rows = await world.database.query(
		sql`select user_id, said, kind from shop.requests where purchase_id = ${purchaseId}`,
	)
	expect(rows).toEqual([{ user_id: null, said: '', kind: 'help' }])
})

// These change records that the audit compares, so they come last.
test.each([
	[
		'over the limit',
		`update public.receipts set amount_pence = 5001, paid_at = now() where purchase_id = $1`,
	],
	['late', `update public.receipts set paid_at = now() - interval '15 days' where purchase_id = $1`],
	[
		'refunded another',
		`with another as (
			insert into public.purchases (user_id, catalogue_id, product_id, product_name, price, currency, status)
			select user_id, '3', 'prod_budget_planner', 'Student Budget Planner', 5.99, 'GBP', 'refunded' from public.purchases where id = $1
			returning id, user_id
		)
		insert into shop.requests (purchase_id, user_id, kind, said, asked_at)
		select id, user_id, 'refund', '', now() - interval '29 days' from another`,
	],
	[
		'partly refunded',
		`insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, currency, at, stands)
		select 're_' || id, id, user_id, 'refund', 100, 'GBP', now(), true from public.purchases where id = $1`,
	],
])('a person decides about a guide that is %s', async (because, statement) => {
	const { client, purchaseId, paymentIntentId } = await sell(world)
	await tamper(world, statement, [purchaseId])
	const terms = (await termsOf(client)).find((one) => one.purchaseId === purchaseId)
	expect(terms).toMatchObject({ way: 'help', because })
	expect((await ask(client, purchaseId, 'refund')).status).toBe(409)
	expect(await refundedPence(paymentIntentId)).toBe(0)
})
