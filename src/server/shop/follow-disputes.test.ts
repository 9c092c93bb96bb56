import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { refundPurchase, releasePurchase } from '#server/shop/decide-purchase.ts'
import { atTheProvider, audit, buyAgain, pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'

/** The shop learns what happened in two ways: from the provider's events or, if no event arrives, by asking the provider. */
describe.each(['event', 'comparison'] as const)('when the shop learns of a dispute by %s', (way) => {
	let world: World
	beforeAll(async () => {
		world = await createWorld({ sandbox: true, goods: true })
		if (way === 'comparison') await pauseEvents(world)
	})
	afterAll(async () => await world.close())
	afterEach(async () => {
		expect(await audit(world)).toEqual([])
	})

	/** Lets the shop process what has happened until the purchase has this status. */
	async function until(sale: Sale, status: string): Promise<void> {
		await expect
			.poll(
				async () => {
					if (way === 'comparison') await world.runJob('compare-with-provider', {})
					await world.runJobs()
					return await statusOf(sale)
				},
				{ interval: 100 },
			)
			.toBe(status)
		if (way === 'event') await untilDelivered()
		await world.runJobs()
		expect(await statusOf(sale)).toBe(status)
	}

	/** Waits until the provider has delivered every event, then runs their jobs. */
	async function untilDelivered(): Promise<void> {
		await expect
			.poll(async () => {
				const response = await fetch(`${world.sandboxUrl}/stripe/events.json`)
				const events = eventsSchema.parse(await response.json())
				return events.filter(({ deliveries }) => deliveries.some(({ state }) => state === 'pending')).length
			})
			.toBe(0)
		await world.runJobs()
	}

	async function statusOf({ purchaseId }: Sale): Promise<unknown> {
		const [row] = await world.database.query(
			sql`select status from public.purchases where id = ${purchaseId}`,
		)
		return row?.status
	}

	async function canDownload({ client }: Sale): Promise<boolean> {
		const { error } = await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)
		return error === null
	}

	async function dispute({ checkoutSessionId }: Sale, fields: Record<string, string> = {}): Promise<void> {
		await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/dispute`, fields)
	}

	/** The disputes of a sale, oldest first. */
	async function disputesOf({ paymentIntentId }: Sale): Promise<string[]> {
		const payment = await world.payments.getPayment(paymentIntentId)
		return (payment?.disputes ?? []).map(({ id }) => id).reverse()
	}

	async function press(sale: Sale, action: string, fields: Record<string, string> = {}): Promise<void> {
		const [first] = await disputesOf(sale)
		await atTheProvider(world, `disputes/${first}/${action}`, fields)
	}

	test('an inquiry takes the guide away only once it escalates', async () => {
		const sale = await sell(world)
		await dispute(sale, { reason: 'inquiry' })
		await until(sale, 'completed')
		await press(sale, 'answer')
		await until(sale, 'completed')
		await press(sale, 'escalate')
		await until(sale, 'disputed')
		expect(await canDownload(sale)).toBe(false)
	})

	test('the buyer keeps the guide if the bank closes an inquiry', async () => {
		const sale = await sell(world)
		await dispute(sale, { reason: 'inquiry' })
		await press(sale, 'close', { status: 'won' })
		await until(sale, 'completed')
	})

	test('a dispute that is lost and then won on appeal returns the guide', async () => {
		const sale = await sell(world)
		await dispute(sale)
		await press(sale, 'answer')
		await until(sale, 'disputed')
		await press(sale, 'close', { status: 'lost' })
		await until(sale, 'refunded')
		await press(sale, 'appeal')
		await press(sale, 'answer')
		await until(sale, 'refunded')
		expect(await canDownload(sale)).toBe(false)
		await press(sale, 'close', { status: 'won' })
		await until(sale, 'completed')
		expect(await canDownload(sale)).toBe(true)
	})

	test('if the guide was bought again before an appeal is won, the first payment goes on hold', async () => {
		const sale = await sell(world)
		await dispute(sale)
		await press(sale, 'close', { status: 'lost' })
		await until(sale, 'refunded')
		await buyAgain(world, sale)
		await press(sale, 'appeal')
		await press(sale, 'close', { status: 'won' })
		await until(sale, 'held')
		expect((await audit(world)).join()).toContain('is on hold: paid twice: bought again while disputed')
		await refundPurchase(world, sale.purchaseId)
		await until(sale, 'refunded')
	})

	test('disputes of parts take the guide away only while nothing of the payment is left', async () => {
		const sale = await sell(world)
		await dispute(sale, { amount: '500' })
		await until(sale, 'completed')
		await dispute(sale, { amount: '999' })
		await until(sale, 'disputed')
		expect(await canDownload(sale)).toBe(false)
		const [first, second] = await disputesOf(sale)
		await atTheProvider(world, `disputes/${first}/close`, { status: 'won' })
		await until(sale, 'completed')
		await atTheProvider(world, `disputes/${second}/close`, { status: 'lost' })
		await until(sale, 'completed')
		expect(await canDownload(sale)).toBe(true)
	})

	test.each(['1', '200', '1498'])(
		'a lost dispute of %s pence leaves the guide, as such a refund does',
		async (amount) => {
			const sale = await sell(world)
			await dispute(sale, { amount })
			await until(sale, 'completed')
			world.mails.length = 0
			await press(sale, 'close', { status: 'lost' })
			await until(sale, 'completed')
			expect(world.mails.at(-1)).toMatchObject({ text: expect.stringContaining('The guide stays yours.') })
			expect(await canDownload(sale)).toBe(true)
		},
	)

	test('a refund of a part and a lost dispute of the rest take the guide away', async () => {
		const sale = await sell(world)
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`, { amount: '500' })
		await until(sale, 'completed')
		await dispute(sale, { amount: '999' })
		await until(sale, 'disputed')
		await press(sale, 'close', { status: 'lost' })
		await until(sale, 'refunded')
	})

	test('a prevented dispute of a part leaves the guide, and so does an inquiry that escalates to a part', async () => {
		const resolved = await sell(world)
		await dispute(resolved, { reason: 'resolved', amount: '200' })
		await until(resolved, 'completed')
		const inquiry = await sell(world)
		await dispute(inquiry, { reason: 'inquiry', amount: '200' })
		await press(inquiry, 'escalate')
		await until(inquiry, 'completed')
	})

	test('winning both disputes on a payment returns the guide', async () => {
		const sale = await sell(world)
		await dispute(sale, { amount: '500' })
		await dispute(sale, { amount: '999' })
		await until(sale, 'disputed')
		for (const id of await disputesOf(sale))
			await atTheProvider(world, `disputes/${id}/close`, { status: 'won' })
		await until(sale, 'completed')
	})

	test('a dispute that is prevented takes the guide away only if the buyer was paid back', async () => {
		const blocked = await sell(world)
		await dispute(blocked, { reason: 'blocked' })
		await until(blocked, 'completed')
		const resolved = await sell(world)
		await dispute(resolved, { reason: 'resolved' })
		await until(resolved, 'refunded')
		expect(await canDownload(resolved)).toBe(false)
	})

	test('closing an inquiry does not return the guide of a refunded payment', async () => {
		const sale = await sell(world)
		await dispute(sale, { reason: 'inquiry' })
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`)
		await until(sale, 'refunded')
		await press(sale, 'close', { status: 'won' })
		await until(sale, 'refunded')
	})

	test('a purchase on hold is not delivered while its payment is disputed', async () => {
		const sale = await sell(world)
		await dispute(sale)
		await until(sale, 'disputed')
		await world.database.query(sql`update public.purchases set status = 'held' where id = ${sale.purchaseId}`)
		const releasing = world.database.asServer((tx) => releasePurchase(tx, sale.purchaseId, world.shop))
		await expect(releasing).rejects.toThrow('answer the dispute instead')
		await world.database.query(
			sql`update public.purchases set status = 'disputed' where id = ${sale.purchaseId}`,
		)
	})
})

const eventsSchema = z.array(z.object({ deliveries: z.array(z.object({ state: z.string() })) }))
