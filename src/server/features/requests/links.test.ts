import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eraseAccount } from '#server/apis/auth/account/erase-account.ts'
import { sql } from '#server/platform/db/sql.ts'
import { refundTermsSchema } from '#shared/refund-terms.ts'
import { openCheckout, pay, planner } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { auditWhenSettled, sell, sellOnHold, tamper } from '#test/money-ledger.ts'
import { callFunction } from '#test/release-notices.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true, rateLimitScale: 1, trustedProxies: ['127.0.0.1'] })

let network = 0
/** Asks for a link as a signed-out visitor from another network each time. Returns the answer's status and text. */
async function askForLink(email: string, receipt: string): Promise<string> {
	network += 1
	const from = `198.51.100.${network}`
	const answer = await callFunction(world, 'request-refund-link', { email, receipt }, from)
	return `${answer.status} ${await answer.text()}`
}

const emailOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.email ?? ''

async function receiptOf(client: SupabaseClient): Promise<string> {
	const { data } = await client.from('receipts').select('number').single()
	return z.string().parse(data?.number)
}

const linksTo = (email: string) =>
	world.mails.flatMap(({ to, text }) =>
		to === email ? [...text.matchAll(/\/account\/refund\?link=([\w-]{43})/g)].map(([, token]) => token) : [],
	)

/** Buys a guide and asks for the link to it. Returns the token of the link as well. */
async function sellWithLink() {
	const sale = await sell(world)
	const email = await emailOf(sale.client)
	const receipt = await receiptOf(sale.client)
	expect(await askForLink(email, receipt)).toBe('200 {}')
	await world.runJobs()
	const [link = ''] = linksTo(email)
	return { ...sale, email, receipt, link }
}

async function termsOf(link: string) {
	const answer = await callFunction(world, 'refund-terms', { link })
	const body: unknown = await answer.json()
	return answer.status === 200
		? { status: 200, terms: z.object({ purchases: z.array(refundTermsSchema) }).parse(body).purchases }
		: { status: answer.status, terms: [] }
}

const ask = async (link: string, purchaseId: string, way = 'refund', said = '') =>
	(await callFunction(world, 'request-refund', { link, purchaseId, way, said })).status

const refundedPence = async (paymentIntentId: string) =>
	(await world.payments.getPayment(paymentIntentId))?.refundedPence

test('a buyer who is signed out gets the money back by an emailed link, and opening the link changes nothing', async () => {
	const { link, purchaseId, paymentIntentId, email, client } = await sellWithLink()
	for (let scanned = 0; scanned < 3; scanned += 1)
		expect(await termsOf(link)).toMatchObject({
			terms: [{ purchaseId, way: 'refund', because: 'unopened', asked: null }],
		})
	expect(await refundedPence(paymentIntentId)).toBe(0)
	const pressed = await Promise.all(Array.from({ length: 6 }, () => ask(link, purchaseId)))
	expect(pressed.some((status) => status === 200)).toBe(true)
	expect(new Set(pressed).isSubsetOf(new Set([200, 409]))).toBe(true)
	expect(await refundedPence(paymentIntentId)).toBe(1499)
	expect(await auditWhenSettled(world)).toEqual([])
	expect(
		world.mails.filter(({ to, subject }) => to === email && subject.startsWith('We’re refunding')),
	).toHaveLength(1)
	expect(await termsOf(link)).toMatchObject({ terms: [{ because: 'refunded', asked: { kind: 'refund' } }] })
	expect((await client.from('purchases').select('status').single()).data).toEqual({ status: 'refunded' })
	const rows = await stored()
	expect(rows).not.toContain(link)
	expect(rows).toContain(email)
})

/** Returns every stored link as text. */
const stored = async () =>
	JSON.stringify(await world.database.query(sql`select l::text from shop.request_links l`))

test('the answer is the same, and nothing is stored or sent, if address and number don’t belong together', async () => {
	const { client } = await sell(world)
	const { client: other } = await sell(world)
	const before = [world.mails.length, await stored()]
	const receipt = await receiptOf(client)
	for (const [email, number] of [
		[await emailOf(other), receipt],
		['nobody@student.test', receipt],
		[await emailOf(client), 'HS-999999'],
		[await emailOf(client), "' or true --"],
		[await emailOf(client), ''],
	])
		expect(await askForLink(email ?? '', number ?? '')).toBe('200 {}')
	await world.runJobs()
	expect([world.mails.length, await stored()]).toEqual(before)
})

test.each(['hs-%', ' HS – % ', '%'])('a number written as “%s” is understood', async (written) => {
	const { client } = await sell(world)
	const email = await emailOf(client)
	const digits = (await receiptOf(client)).replace(/^HS-0*/, '')
	await askForLink(email.toUpperCase(), written.replace('%', digits))
	await world.runJobs()
	expect(linksTo(email)).toHaveLength(1)
})

test('six requests at the same moment send one email, and a mailbox gets five a day', async () => {
	const { client } = await sell(world)
	const [email, receipt] = [await emailOf(client), await receiptOf(client)]
	const answers = await Promise.all(Array.from({ length: 6 }, () => askForLink(email, receipt)))
	expect(new Set(answers)).toEqual(new Set(['200 {}']))
	await world.runJobs()
	expect(linksTo(email)).toHaveLength(1)
	world.clock.advance(61)
	expect(await askForLink(email, receipt)).toBe('200 {}')
	await world.runJobs()
	expect(linksTo(email)).toHaveLength(1)
	const from = '203.0.113.7'
	const statuses: number[] = []
	for (let n = 0; n < 31; n += 1)
		statuses.push(
			(await callFunction(world, 'request-refund-link', { email: `n${n}@student.test`, receipt }, from))
				.status,
		)
	expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
})

test('without a receipt, the link is to the order that has not been delivered', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, planner)
	await pay(world, checkoutSessionId, 'bank')
	await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
	const email = await emailOf(client)
	await askForLink(email, '')
	await world.runJobs()
	const [link = ''] = linksTo(email)
	const [terms] = (await termsOf(link)).terms
	expect(terms).toMatchObject({ way: 'cancel', because: 'payment on its way' })
	expect(await ask(link, terms?.purchaseId ?? '', 'cancel')).toBe(200)
	const held = await sellOnHold(world, { hasAccount: true })
	const heldEmail = await emailOf(held.client)
	await askForLink(heldEmail, '')
	await world.runJobs()
	expect(await termsOf(linksTo(heldEmail)[0] ?? '')).toMatchObject({ terms: [{ because: 'on hold' }] })
})

test('a link is for one purchase, and ends after a day, with a new address, and with the account', async () => {
	const { link, purchaseId, userId, email, receipt } = await sellWithLink()
	const { purchaseId: foreign } = await sell(world)
	expect(await ask(link, foreign)).toBe(404)
	expect(await ask('x'.repeat(43), purchaseId)).toBe(403)
	expect(await ask(link, purchaseId, 'help', 'Page 12 is blank.')).toBe(200)
	await tamper(world, `update auth.users set email = 'moved.' || email where id = $1`, [userId])
	expect((await termsOf(link)).status).toBe(403)
	await tamper(world, `update auth.users set email = substr(email, 7) where id = $1`, [userId])
	expect((await termsOf(link)).status).toBe(200)
	world.clock.advance(86_401)
	expect((await termsOf(link)).status).toBe(403)
	expect(await ask(link, purchaseId)).toBe(403)
	await world.runJob('purge-expired', {})
	expect(await stored()).toBe('[]')
	await askForLink(email, receipt)
	await world.runJobs()
	const newest = linksTo(email).at(-1) ?? ''
	expect((await termsOf(newest)).status).toBe(200)
	await world.database.asServer((tx) => eraseAccount(tx, userId, world.clock.now()))
	expect((await termsOf(newest)).status).toBe(403)
	const sent = linksTo(email).length
	await askForLink(email, receipt)
	await world.runJobs()
	expect(linksTo(email)).toHaveLength(sent)
})
