import { afterAll, expect, test } from 'vitest'
import { salesApi } from '#shared/admin/sales.ts'
import { tamper } from '#test/money-ledger.ts'
import { createYearOfSales, readerOf } from '#test/year-of-sales.ts'
import { readTurnover } from './read-turnover.ts'

const shop = await createYearOfSales()
const { world, sales } = shop
afterAll(async () => await world.close())

const turnoverOn = async (day: string) => await readTurnover(world, new Date(`${day}T12:00:00Z`))
/** A sale of £14.99 without its VAT. */
const net = 1249

test('turnover is what was sold in twelve months without VAT, less what went back of these sales', async () => {
	// Seven sales; one was refunded in part, one as a whole, and one was lost to a bank.
	const whole = 7 * net - (500 - 83) - net - net
	expect(await turnoverOn('2026-11-15')).toEqual({
		from: '2025-11-16',
		to: '2026-11-15',
		pence: whole,
		by_stripe_pence: 0,
	})
	expect(await turnoverOn('2027-03-27')).toMatchObject({ from: '2026-03-28', pence: whole })
	// A sale that is more than twelve months old doesn't count, and what went back of it later takes nothing away.
	expect(await turnoverOn('2027-03-28')).toMatchObject({ from: '2026-03-29', pence: 6 * net - 2 * net })
	expect(await turnoverOn('2026-03-27')).toMatchObject({ pence: 0 })
})

test('sales abroad don’t count, and those whose country is not known do', async () => {
	const before = (await turnoverOn('2026-11-15')).pence
	const moveTo = async (country: string | null) =>
		await tamper(world, 'update shop.balance_movements set country = $1 where payment_intent_id = $2', [
			...[country, sales[2]?.paymentIntentId],
		])
	await moveTo('FR')
	expect((await turnoverOn('2026-11-15')).pence).toBe(before - net)
	await moveTo(null)
	expect((await turnoverOn('2026-11-15')).pence).toBe(before)
})

test('what is declared in the EU doesn’t count, and what Stripe sold counts wherever the buyer lives', async () => {
	const before = await turnoverOn('2026-11-15')
	expect(before.by_stripe_pence).toBe(0)
	const [partlyRefunded, other] = [sales[0]?.purchaseId, sales[2]]
	const inEu = async (country: string | null) =>
		await tamper(world, 'update public.receipts set vat_country = $1 where purchase_id = $2', [
			...[country, other?.purchaseId],
		])
	// Its country isn't known: the receipt alone says that it was declared in the EU.
	await tamper(world, 'update shop.balance_movements set country = null where payment_intent_id = $1', [
		other?.paymentIntentId,
	])
	await inEu('DE')
	expect((await turnoverOn('2026-11-15')).pence).toBe(before.pence - net)
	await inEu(null)
	const soldBy = async (seller: string) =>
		await tamper(world, 'update shop.checkouts set sold_by = $1 where purchase_id = $2', [
			seller,
			partlyRefunded,
		])
	await soldBy('stripe')
	const byStripe = { pence: before.pence, by_stripe_pence: net - (500 - 83) }
	expect(await turnoverOn('2026-11-15')).toMatchObject(byStripe)
	await tamper(world, `update shop.balance_movements set country = 'FR' where payment_intent_id = $1`, [
		sales[0]?.paymentIntentId,
	])
	expect(await turnoverOn('2026-11-15')).toMatchObject(byStripe)
	expect((await turnoverOn('2027-03-28')).by_stripe_pence).toBe(0)
	await soldBy('shop')
	expect((await turnoverOn('2026-11-15')).pence).toBe(before.pence - byStripe.by_stripe_pence)
	await tamper(world, `update shop.balance_movements set country = 'GB' where payment_intent_id = $1`, [
		sales[0]?.paymentIntentId,
	])
})

test('the owner reads it, and is emailed once at 80, at 95 and above 100 per cent of the threshold', async () => {
	expect(await readerOf(shop).read('turnover', salesApi.turnover)).toMatchObject({
		threshold_pence: 90_000_00,
		is_registered: false,
	})
	const now = world.clock.now()
	// Each year has emails of its own, so no year may begin within this test.
	world.clock.advance((Date.UTC(now.getUTCFullYear() + 1, 5) - now.getTime()) / 1000)
	const alerts = async (pence: number) => {
		await tamper(
			world,
			'update public.receipts set amount_pence = $1, vat_pence = 0, paid_at = $2 where purchase_id = $3',
			[pence, world.clock.now(), sales[3]?.purchaseId],
		)
		world.mails.length = 0
		world.clock.advance(25 * 3600)
		await world.runJob('raise-alerts', {})
		await world.runJobs()
		return world.mails.flatMap(({ subject }) => (/turnover/.test(subject) ? [subject] : []))
	}
	expect(await alerts(70_000_00)).toEqual([])
	expect(await alerts(73_000_00)).toEqual([expect.stringContaining('at 81 % of the VAT threshold')])
	expect(await alerts(73_000_00)).toEqual([])
	expect(await alerts(86_000_00)).toEqual([expect.stringContaining('at 95 % of the VAT threshold')])
	expect(await alerts(73_000_00)).toEqual([])
	expect(await alerts(86_000_00)).toEqual([])
	expect(await alerts(91_000_00)).toEqual([expect.stringContaining('above the VAT threshold')])
})
