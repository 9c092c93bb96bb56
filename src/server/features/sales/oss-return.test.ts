import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ossApi } from '#shared/admin/oss.ts'
import { lastDayOfQuarter, quarterOfMonth } from '#shared/quarter.ts'
import { readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'
import { monthOf } from './period.ts'
import { readFigures } from './read-figures.ts'

const world = await useWorld({ sandbox: true, admin: 'public' })
let owner: TestMember
const sales: Sale[] = []
beforeAll(async () => {
	await pauseEvents(world)
	for (let count = 0; count < 5; count += 1) sales.push(await sell(world))
	owner = await signedInMember(world, 'owner')
	world.clock.advance((Date.UTC(2027, 0, 2) - world.clock.now().getTime()) / 1000)
})

const quarter = '2026-Q4'
const call = async (path: string) => await readAdmin(world, path, { bearer: await owner.takeStep() })
const readReturn = async () =>
	ossApi['oss-return'].output.parse((await call(`oss-return?quarter=${quarter}`)).body).rows
const exportReturn = async (rates: string, ofQuarter = quarter) => {
	const sent = new URLSearchParams({ quarter: ofQuarter, rates })
	return await world.adminRequest(`/api/export-oss-return?${sent}`, {
		headers: { authorization: `Bearer ${await owner.takeStep()}` },
	})
}

interface Sold {
	amount: number
	vat: number
	country: string
	rate: number
	at: Date
	refunds: readonly { share: number; at: Date }[]
}

/** Rewrites the records as if the sales had been these. */
async function rewrite(sold: readonly Sold[]): Promise<void> {
	await tamper(world, 'delete from public.refunds')
	for (const [index, { amount, vat, country, rate, at, refunds }] of sold.entries()) {
		const { purchaseId, userId } = sales[index] ?? { purchaseId: '', userId: '' }
		await tamper(
			world,
			'update public.receipts set amount_pence = $2, vat_pence = $3, vat_country = $4, vat_rate = $5, paid_at = $6 where purchase_id = $1',
			[purchaseId, amount, vat, country, rate, at],
		)
		for (const [part, refund] of refunds.entries())
			await tamper(
				world,
				`insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at) values ($1, $2, $3, 'refund', $4, $5)`,
				[
					`re_${part}_${purchaseId}`,
					purchaseId,
					userId,
					Math.max(1, Math.floor(amount * refund.share)),
					refund.at,
				],
			)
	}
}

const inAutumn = fc.date({ min: new Date('2026-07-02'), max: new Date('2026-12-30'), noInvalidDate: true })
const soldSale = fc
	.record({
		amount: fc.integer({ min: 30, max: 9_999 }),
		of: fc.constantFrom(
			{ country: 'DE', rate: 19 },
			{ country: 'FI', rate: 25.5 },
			{ country: 'LU', rate: 17 },
		),
		at: inAutumn,
		refunds: fc.array(fc.record({ share: fc.double({ min: 0.01, max: 0.33, noNaN: true }), at: inAutumn }), {
			maxLength: 3,
		}),
	})
	.map(({ of, ...sale }) => ({
		...sale,
		...of,
		vat: Math.round((sale.amount * of.rate) / (100 + of.rate)),
	}))

test('the return adds up to the books of its quarter to the penny', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(soldSale, { minLength: sales.length, maxLength: sales.length }),
			async (sold) => {
				await rewrite(sold)
				const { sums } = await readFigures(world, {
					from: monthOf('2026-10').from,
					until: monthOf('2026-12').until,
				})
				const rows = await readReturn()
				const vat = rows.reduce((sum, row) => sum + row.vat_pence, 0)
				const gross = rows.reduce((sum, row) => sum + row.net_pence + row.vat_pence, 0)
				expect({ gross, vat }).toEqual({
					gross: sums.gross_pence - sums.refunded_pence,
					vat: sums.vat_pence - sums.refunded_vat_pence,
				})
				expect(new Set(rows.map((row) => `${row.quarter} ${row.country} ${row.rate}`)).size).toBe(rows.length)
			},
		),
		{ numRuns: 20 },
	)
})

test('a refund of an earlier quarter’s sale corrects that quarter, and each has its own rate of exchange', async () => {
	const [october, july] = [new Date('2026-10-10'), new Date('2026-07-10')]
	const german = { amount: 1499, vat: 239, country: 'DE', rate: 19 }
	await rewrite([
		{ ...german, at: october, refunds: [] },
		{ ...german, at: october, refunds: [{ share: 1, at: new Date('2026-11-01') }] },
		{ ...german, at: july, refunds: [{ share: 1, at: october }] },
		{ amount: 1000, vat: 194, country: 'GR', rate: 24, at: october, refunds: [] },
		// The last evening of the previous quarter in London, which is on summer time.
		{ ...german, at: new Date('2026-09-30T22:30:00Z'), refunds: [] },
	])
	const missing = await exportReturn('2026-Q4=0.8')
	expect(missing.status).toBe(400)
	expect(await missing.json()).toMatchObject({ message: expect.stringContaining('2026-09-30 (2026-Q3)') })
	const file = await exportReturn('2026-Q4=0.8000, 2026-Q3=0.8500')
	expect(file.headers.get('content-disposition')).toContain('oss-return-2026-Q4.csv')
	const lines = (await file.text()).slice(1).trim().split('\r\n')
	expect(lines.slice(1).map((line) => line.split(',').slice(0, 10).join())).toEqual([
		'2026-Q4,sales,DE,19,12.60,2.39,15.75,2.99,0.8,2026-12-31',
		'2026-Q4,sales,EL,24,8.06,1.94,10.08,2.43,0.8,2026-12-31',
		'2026-Q3,correction,DE,19,-12.60,-2.39,-14.82,-2.81,0.85,2026-09-30',
	])
})

test.each([
	['2026-Q4=1.1443', quarter],
	['0.8734', quarter],
	['', quarter],
	['2027-Q1=0.8734', '2027-Q1'],
])('the export refuses the rates “%s” for %s', async (rates, ofQuarter) => {
	expect((await exportReturn(rates, ofQuarter)).status).toBe(400)
})

test('sales without VAT of the EU are in no return', async () => {
	await tamper(world, 'update public.receipts set vat_country = null, vat_rate = null')
	expect(await readReturn()).toEqual([])
})

test('a quarter ends on its last day', () => {
	expect(['2026-01', '2026-06', '2028-12'].map(quarterOfMonth)).toEqual(['2026-Q1', '2026-Q2', '2028-Q4'])
	expect(['2026-Q1', '2026-Q2', '2026-Q4'].map(lastDayOfQuarter)).toEqual([
		'2026-03-31',
		'2026-06-30',
		'2026-12-31',
	])
})
