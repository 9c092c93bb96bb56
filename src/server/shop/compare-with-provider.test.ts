import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { adminContextOf, runAdmin, typeCommand } from '#test/admin-cli.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, audit, forget, pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

// The provider’s events never arrive in these tests.
const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})
afterEach(async () => {
	expect(await audit(world)).toEqual([])
})

async function compare(): Promise<void> {
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
}

async function purchasesOf({ userId }: Sale) {
	return await world.database.query(
		sql`select id, status, price_pence from public.purchases where user_id = ${userId} order by created_at`,
	)
}

async function disputeOf({ paymentIntentId }: Sale): Promise<string> {
	for await (const dispute of world.payments.listDisputes(new Date(0)))
		if (dispute.paymentIntentId === paymentIntentId) return dispute.id
	throw new Error('not disputed')
}

test('a payment missing from the restored backup is rebuilt with its history and receipt', async () => {
	const sale = await sell(world)
	await forget(world, sale.purchaseId)
	expect(await purchasesOf(sale)).toEqual([])
	await compare()
	expect(await purchasesOf(sale)).toEqual([{ id: sale.purchaseId, status: 'completed', price_pence: 1499 }])
	const history = await world.database.query(
		sql`select to_status, cause from shop.purchase_history where purchase_id = ${sale.purchaseId} order by id`,
	)
	expect(history).toEqual([
		{ to_status: 'expired', cause: 'reconciliation' },
		{ to_status: 'completed', cause: 'reconciliation' },
	])
	const { data } = await sale.client.from('receipts').select('amount, product_name')
	expect(data).toEqual([{ amount: 14.99, product_name: cv.productName }])
	await compare()
	expect(await purchasesOf(sale)).toHaveLength(1)
})

test('`customer` prints the `rebuild-records` command for a pending purchase, and the command delivers the purchase if it was paid', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	await pay(world, checkoutSessionId)
	const admin = adminContextOf(world)
	const found = (await runAdmin(admin, 'customer', checkoutSessionId)).join('\n')
	const [, command = ''] =
		/Status: pending\n[\s\S]*npm run admin -- (rebuild-records --days 1 .*)\n/.exec(found) ?? []
	expect((await typeCommand(admin, command.split(' '), { confirm: async () => true })).lines).toEqual([
		'Rebuilt: 0',
		'Delivered: 1',
		'Fees: 1',
		'On hold: 0',
	])
	await world.runJobs()
	const { data } = await client.from('purchases').select('status')
	expect(data).toEqual([{ status: 'completed' }])
})

test('a purchase that was paid after it had expired is delivered', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	await pay(world, checkoutSessionId)
	await world.database.query(
		sql`update public.purchases set status = 'expired' where stripe_session_id = ${checkoutSessionId}`,
	)
	await compare()
	const { data } = await client.from('purchases').select('status')
	expect(data).toEqual([{ status: 'completed' }])
})

test('a buyer whose lost payment is found gets the guide, even if a second checkout is open', async () => {
	const sale = await sell(world)
	await forget(world, sale.purchaseId)
	await openCheckout(sale.client, cv)
	await compare()
	expect((await purchasesOf(sale)).map(({ status }) => status).sort()).toEqual(['completed', 'pending'])
	const { error } = await sale.client.functions.invoke('create-payment', { body: cv })
	const answer: Response = error?.context
	expect(await answer.json()).toMatchObject({ details: { already_purchased: true } })
})

test('a refund whose event never arrived takes the guide away', async () => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`)
	await compare()
	expect(await purchasesOf(sale)).toMatchObject([{ status: 'refunded' }])
})

test('a partial refund whose event never arrived takes nothing away', async () => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`, { amount: '500' })
	await compare()
	expect(await purchasesOf(sale)).toMatchObject([{ status: 'completed' }])
})

test.each([
	['won', 'completed'],
	['lost', 'refunded'],
])(
	'a dispute whose event never arrived takes the guide away; once the dispute is %s, the purchase is %s',
	async (outcome, status) => {
		const sale = await sell(world)
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`)
		await compare()
		expect(await purchasesOf(sale)).toMatchObject([{ status: 'disputed' }])
		await atTheProvider(world, `disputes/${await disputeOf(sale)}/close`, { status: outcome })
		await compare()
		expect(await purchasesOf(sale)).toMatchObject([{ status }])
	},
)

test.each([
	['refund', 'refunded'],
	['dispute', 'disputed'],
])('a %s that was missed 30 days ago still takes the guide away', async (kind, status) => {
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/${kind}`)
	const daysLater = 30 * 86_400
	world.clock.advance(daysLater)
	await compare().finally(() => world.clock.advance(-daysLater))
	expect(await purchasesOf(sale)).toMatchObject([{ status }])
})
