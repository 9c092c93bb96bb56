import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { readMovementsOf } from '#server/features/sales/read-sale.ts'
import { sql } from '#server/platform/db/sql.ts'
import { compareWithProvider } from '#server/shop/compare-with-provider.ts'
import { refundPurchase } from '#server/shop/decide-purchase.ts'
import { atTheProvider, audit, buyAgain, pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'
import { syncPayment } from './sync-payment.ts'

const lines: string[] = []
const log = pino({}, { write: (line: string) => void lines.push(line) })

const world = await useWorld({ sandbox: true, goods: true })
beforeAll(async () => {
	await pauseEvents(world)
})

async function refundsOf({ paymentIntentId }: Sale): Promise<string[]> {
	const ids: string[] = []
	for await (const refund of world.payments.listRefunds(new Date(0)))
		if (refund.paymentIntentId === paymentIntentId && refund.stands) ids.push(refund.id)
	return ids
}

/** Makes every refund of a sale fail, and delivers the events if wanted. */
async function failRefunds(sale: Sale, { deliversEvent }: { deliversEvent: boolean }): Promise<void> {
	await world.runJobs()
	for (const id of await refundsOf(sale)) {
		await atTheProvider(world, `refunds/${id}/fail`)
		if (!deliversEvent) continue
		await deliverRefundEvent(sale, { id, type: 'refund.failed', status: 'failed' })
	}
	await world.runJobs()
}

async function deliverRefundEvent(
	{ paymentIntentId }: Sale,
	{ id, type, status }: { id: string; type: string; status: string },
): Promise<void> {
	const object = { id, payment_intent: paymentIntentId, created: 0, amount: 1499, status }
	const event = { id: `evt_${id}`, type, created: 0, data: { object } }
	await world.database.query(sql`
		insert into shop.payment_events (id, type, payload)
		values (${event.id}, ${event.type}, ${JSON.stringify(event)})`)
	await world.runJob('handle-payment-event', { eventId: event.id })
}

const movementsOf = async ({ purchaseId }: Sale) => await readMovementsOf(world.database, purchaseId)

async function historyOf({ purchaseId }: Sale): Promise<unknown[]> {
	return await world.database.query(sql`
		select to_status as status, cause from shop.purchase_history where purchase_id = ${purchaseId} order by id`)
}

async function canDownload({ client }: Sale): Promise<boolean> {
	const { error } = await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)
	return error === null
}

test('if a refund fails, the buyer gets the guide back and the history records it', async () => {
	const sale = await sell(world)
	await refundPurchase(world, sale.purchaseId)
	expect(await canDownload(sale)).toBe(false)
	await failRefunds(sale, { deliversEvent: true })
	expect(await canDownload(sale)).toBe(true)
	expect((await historyOf(sale)).slice(-2)).toEqual([
		{ status: 'refunded', cause: 'operator' },
		{ status: 'completed', cause: 'refund failed' },
	])
	expect(await audit(world)).toEqual([])
})

test('a refund that waits for the buyer’s bank details counts as made, until it is cancelled', async () => {
	const sale = await sell(world, 'refund_pending')
	await refundPurchase(world, sale.purchaseId)
	await world.runJobs()
	const [id = ''] = await refundsOf(sale)
	await atTheProvider(world, `refunds/${id}/require-action`)
	await syncPayment({ ...world, log }, sale.paymentIntentId)
	expect(await canDownload(sale)).toBe(false)
	expect(await movementsOf(sale)).toMatchObject([{ gross_pence: 1499 }, { gross_pence: -1499 }])
	expect(await audit(world)).toEqual([])
	await atTheProvider(world, `refunds/${id}/cancel`)
	await deliverRefundEvent(sale, { id, type: 'refund.updated', status: 'canceled' })
	await world.runJobs()
	expect(await canDownload(sale)).toBe(true)
	expect((await historyOf(sale)).at(-1)).toEqual({ status: 'completed', cause: 'refund failed' })
	expect(await movementsOf(sale)).toMatchObject([{ gross_pence: 1499 }])
	expect(await audit(world)).toEqual([])
})

test('a bank debit can be refunded, and if its refund fails the buyer gets the guide back', async () => {
	const sale = await sell(world, 'bank')
	await refundPurchase(world, sale.purchaseId)
	await world.runJobs()
	expect(await canDownload(sale)).toBe(false)
	expect(await movementsOf(sale)).toMatchObject([{ gross_pence: 1499 }, { gross_pence: -1499 }])
	await failRefunds(sale, { deliversEvent: true })
	expect(await canDownload(sale)).toBe(true)
	expect(await audit(world)).toEqual([])
})

test('the audit reports a failed refund whose event was lost, and the next comparison settles it', async () => {
	const sale = await sell(world)
	await refundPurchase(world, sale.purchaseId)
	await failRefunds(sale, { deliversEvent: false })
	expect((await audit(world)).join('\n')).toMatch(/taken away as refunded, with £0\.00 of £14\.99/)
	await compareWithProvider({ ...world, log })
	expect(await canDownload(sale)).toBe(true)
	// The log tells the owner which purchase it is.
	expect(lines.join()).toContain(sale.purchaseId)
	expect(await audit(world)).toEqual([])
})

test('settling a payment whose refund succeeded changes nothing', async () => {
	const sale = await sell(world)
	await refundPurchase(world, sale.purchaseId)
	await syncPayment({ ...world, log }, sale.paymentIntentId)
	expect(await canDownload(sale)).toBe(false)
	expect((await historyOf(sale)).at(-1)).toEqual({ status: 'refunded', cause: 'operator' })
})

test('if the guide was bought again before its refund failed, the first payment goes on hold', async () => {
	const sale = await sell(world)
	await refundPurchase(world, sale.purchaseId)
	await buyAgain(world, sale)
	await failRefunds(sale, { deliversEvent: true })
	expect((await historyOf(sale)).at(-1)).toEqual({ status: 'held', cause: 'refund failed' })
	expect((await audit(world)).join('\n')).toMatch(
		/is on hold: its refund failed: the money is with you again/,
	)
	await refundPurchase(world, sale.purchaseId)
	await world.runJobs()
	expect(await refundsOf(sale)).toHaveLength(1)
	expect(await audit(world)).toEqual([])
	expect(await canDownload(sale)).toBe(true)
})

test('if refunding the rest of a payment fails, the buyer gets the guide back', async () => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`, { amount: '500' })
	await refundPurchase(world, sale.purchaseId)
	await world.runJobs()
	expect(await canDownload(sale)).toBe(false)
	const payment = await world.payments.getPayment(sale.paymentIntentId)
	const rest = payment?.refunds.find(({ amountPence }) => amountPence === 999)
	await atTheProvider(world, `refunds/${rest?.id}/fail`)
	await syncPayment({ ...world, log }, sale.paymentIntentId)
	expect(await canDownload(sale)).toBe(true)
	expect(await audit(world)).toEqual([])
})

test('if one of two partial refunds fails, the buyer still has the guide', async () => {
	const sale = await sell(world)
	for (const amount of ['500', '300'])
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`, { amount })
	const payment = await world.payments.getPayment(sale.paymentIntentId)
	await atTheProvider(world, `refunds/${payment?.refunds[0]?.id}/fail`)
	await syncPayment({ ...world, log }, sale.paymentIntentId)
	expect((await historyOf(sale)).at(-1)).toMatchObject({ status: 'completed', cause: 'success page' })
	expect(await audit(world)).toEqual([])
})

test('a second payment whose refund fails goes on hold for the owner', async () => {
	const sale = await sell(world)
	const setTo = (status: string) =>
		world.database.query(sql`update public.purchases set status = ${status} where id = ${sale.purchaseId}`)
	await setTo('duplicate')
	await world.runJob('refund-duplicate', { purchaseId: sale.purchaseId })
	await world.runJobs()
	expect(await audit(world)).toEqual([])
	await failRefunds(sale, { deliversEvent: true })
	expect((await historyOf(sale)).at(-1)).toEqual({ status: 'held', cause: 'refund failed' })
	expect((await audit(world)).join('\n')).toMatch(/is on hold: its refund failed/)
})
