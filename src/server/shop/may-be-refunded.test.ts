import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { customersApi } from '#shared/admin/customers.ts'
import { homeApi } from '#shared/admin/home.ts'
import { saleApi } from '#shared/admin/sale.ts'
import { actAdmin, createSaleAndOwner, readAdmin } from '#test/admin-api.ts'
import { atTheProvider, compareTwice, type Sale, sell, tamper } from '#test/money-ledger.ts'

const { world, owner } = await createSaleAndOwner()
afterAll(async () => await world.close())

async function read<Output extends z.ZodType>(path: string, output: Output): Promise<z.output<Output>> {
	const { status, body } = await readAdmin(world, path, { bearer: await owner.takeStep() })
	expect(status, JSON.stringify(body)).toBe(200)
	return output.parse(body)
}

/** Returns what each page says about whether a sale may be refunded, and whether the refund of a part would be accepted. */
async function answersAbout({ purchaseId, userId }: Sale) {
	const { may_refund } = await read(`sale?id=${purchaseId}`, saleApi.sale.output)
	const { purchases } = await read(`customer?id=${userId}`, customersApi.customer.output)
	const { items } = await read('needs-you?all=held', homeApi['needs-you'].output)
	const body = { purchase: purchaseId, amount_pence: 100, preview: true }
	const preview = await actAdmin(world, 'refund', body, { bearer: await owner.takeStep() })
	return [
		may_refund,
		...purchases.filter(({ id }) => id === purchaseId).map((purchase) => purchase.may_refund),
		...items.flatMap((item) =>
			item.kind === 'held' && item.purchase === purchaseId ? [item.may_refund] : [],
		),
		preview.status === 200,
	]
}

const atSale = async ({ checkoutSessionId }: Sale, press: string, fields = {}) =>
	await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/${press}`, fields)

async function closeDispute({ paymentIntentId }: Sale, status: string): Promise<void> {
	await compareTwice(world)
	const payment = await world.payments.getPayment(paymentIntentId)
	await atTheProvider(world, `disputes/${payment?.disputes[0]?.id}/close`, { status })
}

const hold = async ({ purchaseId }: Sale) =>
	await tamper(world, `update public.purchases set status = 'held' where id = $1`, [purchaseId])

test.each<[string, boolean, (sale: Sale) => Promise<unknown>]>([
	['that was delivered', true, async () => {}],
	['of which a part was refunded', true, async (sale) => await atSale(sale, 'refund', { amount: '500' })],
	['that was refunded', false, async (sale) => await atSale(sale, 'refund')],
	['that is disputed', false, async (sale) => await atSale(sale, 'dispute')],
	[
		'whose dispute was won',
		true,
		async (sale) => {
			await atSale(sale, 'dispute')
			await closeDispute(sale, 'won')
		},
	],
	[
		'that was charged back',
		false,
		async (sale) => {
			await atSale(sale, 'dispute')
			await closeDispute(sale, 'lost')
		},
	],
	[
		'of which a part was charged back',
		false,
		async (sale) => {
			await atSale(sale, 'refund', { amount: '500' })
			await atSale(sale, 'dispute')
			await closeDispute(sale, 'lost')
		},
	],
	['that is on hold', true, hold],
	[
		'that is on hold and disputed',
		false,
		async (sale) => {
			await hold(sale)
			await atSale(sale, 'dispute')
		},
	],
])('every page and the refund itself agree whether a sale %s may be refunded', async (_state, may, bring) => {
	const sale = await sell(world)
	await bring(sale)
	await compareTwice(world)
	const answers = await answersAbout(sale)
	expect(answers.length).toBeGreaterThanOrEqual(3)
	expect(new Set(answers)).toEqual(new Set([may]))
})

test('a free guide may not be refunded', async () => {
	const { client, userId } = await sell(world)
	const free = {
		product_id: '1',
		product_name: 'Student Guide',
		price: 0,
		status: 'completed',
		currency: 'GBP',
	}
	await client.from('purchases').insert(free)
	const { data } = await client.from('purchases').select('id').eq('price', 0).single()
	const { id: purchaseId } = z.object({ id: z.uuid() }).parse(data)
	const about = { client, purchaseId, userId, checkoutSessionId: '', paymentIntentId: '' }
	expect(await answersAbout(about)).toEqual([false, false, false])
})
