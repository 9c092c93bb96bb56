import { afterAll, describe, expect, test } from 'vitest'
import { sumOfRefunds } from '#server/shop/payment-provider.ts'
import { type Figures, salesApi } from '#shared/admin/sales.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { atTheProvider, compareTwice, tamper } from '#test/money-ledger.ts'
import { createYearOfSales, days, netOf, pence, readerOf } from '#test/year-of-sales.ts'

const shop = await createYearOfSales()
const { world } = shop
const { read, readSales, readFigures, readBooks, exported } = readerOf(shop)
afterAll(async () => await world.close())

const grossOf = (rows: readonly Record<string, string>[], kind: string) =>
	rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + pence(row.gross), 0)

describe('the tile, the chart, the list and the export', () => {
	test.each([
		['2026-03-28', { sales: 1, refunds: 0 }],
		// A day of 23 hours. A refund that was made while its sale was on hold counts on the day of the sale.
		[
			'2026-03-29',
			{
				sales: 2,
				refunds: 1,
				gross_pence: 2998,
				refunded_pence: 1499,
				vat_pence: 500,
				refunded_vat_pence: 250,
			},
		],
		['2026-03-30', { sales: 1, refunds: 0 }],
		['2026-10-24', { sales: 1, refunds: 0 }],
		// A day of 25 hours.
		[
			'2026-10-25',
			{
				sales: 2,
				refunds: 1,
				refunded_pence: 500,
				refunded_vat_pence: 83,
				disputes_lost: 1,
				lost_pence: 1499,
				lost_vat_pence: 250,
			},
		],
		['2026-10-26', { sales: 0, refunds: 0 }],
	])('agree on %s', async (day, expected) => {
		const { period } = await readFigures(days(day))
		expect(period.sums).toMatchObject(expected)
		expect(period.days).toEqual([{ day, ...period.sums }])
		// The chart of a longer period shows the same sums for this day.
		const month = await readFigures(days('2026-01-01', '2026-12-31'))
		expect(month.period.days.find((one) => one.day === day)).toEqual({ day, ...period.sums })
		const { rows } = await readSales(days(day))
		const listed = rows.reduce((sum, row) => sum + row.gross_pence - row.vat_pence - (row.fee_pence ?? 0), 0)
		expect(listed).toBe(period.sums.net_pence)
		const file = await exported('export-sales', days(day))
		expect(file.every(({ date }) => date === day)).toBe(true)
		expect(netOf(file)).toBe(period.sums.net_pence)
		expect([grossOf(file, 'sale'), 0 - grossOf(file, 'refund'), 0 - grossOf(file, 'lost dispute')]).toEqual([
			period.sums.gross_pence,
			period.sums.refunded_pence,
			period.sums.lost_pence,
		])
		expect(file.length).toBe(rows.length)
		const discounts = rows.map(({ kind, receipt, discount_pence, discount_code }) => [
			...[kind === 'dispute' ? 'lost dispute' : kind, receipt ?? ''],
			...[discount_pence === null ? '' : (discount_pence / 100).toFixed(2), discount_code ?? ''],
		])
		for (const lines of [
			file,
			(await exported('export-books', { month: day.slice(0, 7) })).filter(({ date }) => date === day),
		])
			expect(
				lines
					.map(({ kind, receipt, discount, discount_code }) => [kind, receipt, discount, discount_code])
					.toSorted(),
			).toEqual(discounts.toSorted())
	})

	test('show a discount only in the row of its sale', async () => {
		const file = await exported('export-sales', days('2026-01-01', '2026-12-31'))
		expect(
			file
				.filter(({ discount }) => discount !== '')
				.map((row) => [row.kind, row.discount, row.discount_code]),
		).toEqual([
			['sale', '3.00', 'FRESHERS20'],
			['sale', '3.00', 'FRESHERS20'],
		])
	})

	test('agree over a year, and follow the formula that is printed beside them', async () => {
		const { period, before } = await readFigures(days('2026-01-01', '2026-12-31'))
		const sum = period.sums
		const formula = (f: Figures) =>
			f.gross_pence -
			f.vat_pence -
			(f.refunded_pence - f.refunded_vat_pence) -
			(f.lost_pence - f.lost_vat_pence) -
			f.fee_pence
		expect(sum.net_pence).toBe(formula(sum))
		expect(sum).toMatchObject({
			sales: 7,
			gross_pence: 7 * 1499,
			refunds: 2,
			disputes_lost: 1,
			fees_unknown: 0,
		})
		expect(sum.fee_pence).toBe(7 * 42 + 2000 + 42)
		expect([before.from, before.to, before.sums.sales]).toEqual(['2025-01-01', '2025-12-31', 0])
		const books = await readBooks({ month: '2026-10' })
		expect(netOf(await exported('export-books', { month: '2026-10' }))).toBe(books.sums.net_pence)
		expect((await runAdmin(adminContextOf(world), 'sales-figures', '2026-10')).join('\n')).toMatch(
			/^ {4}Refunds: 1\n {4}Refunded: £5\.00\n[\s\S]*^ {4}Disputes lost: 1\n {4}Lost: £14\.99$/m,
		)
	})

	test('agree with what the audit reads at the provider', async () => {
		const { period } = await readFigures(days('2026-01-01', '2026-12-31'))
		const [payments, refunds] = await Promise.all([
			Array.fromAsync(world.payments.listPayments(new Date(0))),
			Array.fromAsync(world.payments.listRefunds(new Date(0))),
		])
		const paid = payments.reduce((all, { amountPence }) => all + amountPence, 0)
		const back = sumOfRefunds(refunds)
		// The provider's sums contain one more payment, which was returned and never became a sale.
		expect(period.sums.gross_pence).toBe(paid - 1499)
		expect(period.sums.refunded_pence).toBe(back - 1499)
	})
})

test('the books of a month tell who declares the VAT, and add up to its sums', async () => {
	const sold = shop.sales.slice(4, 6).map(({ purchaseId }) => purchaseId)
	const be = async (sellers: readonly string[], country: string | null) => {
		for (const [index, seller] of sellers.entries())
			await tamper(world, 'update shop.checkouts set sold_by = $1 where purchase_id = $2', [
				seller,
				sold[index],
			])
		await tamper(world, 'update public.receipts set vat_country = $1, vat_rate = 19 where purchase_id = $2', [
			...[country, shop.sales[6]?.purchaseId],
		])
	}
	await be(['stripe', 'stripe'], 'DE')
	const { sums, ways } = await readBooks({ month: '2026-10' })
	expect(ways.map(({ way, sales, disputes_lost }) => [way, sales, disputes_lost])).toEqual([
		['shop', 0, 0],
		['oss', 1, 0],
		['stripe', 2, 1],
	])
	for (const field of ['gross_pence', 'vat_pence', 'refunded_pence', 'fee_pence', 'net_pence'] as const)
		expect(ways.reduce((sum, way) => sum + way[field], 0)).toBe(sums[field])
	const rows = await exported('export-books', { month: '2026-10' })
	expect(
		rows.filter(({ eu_vat_country: country }) => country === 'DE').map(({ vat_rate }) => vat_rate),
	).toEqual(['19'])
	await be(['shop', 'shop'], null)
})

test('the books of a month contain each buyer’s country and each movement’s payout', async () => {
	const before = await readBooks({ month: '2026-10' })
	expect(before.payouts).toEqual([expect.objectContaining({ id: null, net_pence: before.sums.net_pence })])
	await atTheProvider(world, 'payouts', { until: 'reconciled' })
	await compareTwice(world)
	const { sums, countries, ways, payouts, audit } = await readBooks({ month: '2026-10' })
	expect(countries).toEqual([{ country: 'GB', ...sums }])
	expect(ways).toEqual([{ way: 'shop', ...sums }])
	expect(payouts).toEqual([
		{
			...before.payouts[0],
			id: expect.stringMatching(/^po_/),
			amount_pence: expect.any(Number),
			arrives_on: expect.any(String),
		},
	])
	expect(audit).toBeNull()
	const rows = await exported('export-books', { month: '2026-10' })
	expect(rows.length).toBeGreaterThan(3)
	for (const row of rows) expect([row.country, row.payout]).toEqual(['GB', payouts[0]?.id])
	// The payout is the sum of all movements in the ledger, with their VAT.
	const year = await readFigures(days('2026-01-01', '2026-12-31'))
	const { vat_pence, refunded_vat_pence, lost_vat_pence, net_pence } = year.period.sums
	expect(payouts[0]?.amount_pence).toBe(net_pence + vat_pence - refunded_vat_pence - lost_vat_pence)
	expect((await read('sales-filters', salesApi['sales-filters'])).countries).toEqual(['GB'])
})
