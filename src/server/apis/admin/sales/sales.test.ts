import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { sumOfRefunds } from '#server/shop/payment-provider.ts'
import { type Figures, salesApi } from '#shared/admin/sales.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { atTheProvider, pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let owner: TestMember
let sales: Sale[]

// In 2026 the clocks in London go forward on 29 March, which has 23 hours, and back on 25 October, which has 25.
const times = [
	...['2026-03-28T23:59:59Z', '2026-03-29T00:00:00Z', '2026-03-29T22:59:59.9Z', '2026-03-29T23:00:00Z'],
	...['2026-10-24T22:59:59Z', '2026-10-24T23:00:00Z', '2026-10-25T23:59:59Z', '2026-10-26T00:00:00Z'],
]

beforeAll(async () => {
	world = await createWorld({ sandbox: true, admin: 'public' })
	await pauseEvents(world)
	owner = await signedInMember(world, 'owner')
	sales = []
	for (const time of times) {
		const sale = await sell(world)
		sales.push(sale)
		await tamper(world, 'update public.receipts set paid_at = $1, vat_pence = 250 where purchase_id = $2', [
			time,
			sale.purchaseId,
		])
	}
	await tamper(
		world,
		`update public.receipts set discount_pence = 300, discount_code = 'FRESHERS20' where purchase_id = any ($1)`,
		[[at(1).purchaseId, at(5).purchaseId]],
	)
	const [partly, whole, disputed, returned] = [at(0), at(1), at(5), at(7)]
	await runAdmin(adminContextOf(world), 'refund', partly.purchaseId, '--amount', '5')
	await runAdmin(adminContextOf(world), 'refund', whole.purchaseId)
	await tamper(world, 'delete from public.receipts where purchase_id = $1', [returned.purchaseId])
	await runAdmin(adminContextOf(world), 'refund', returned.purchaseId)
	await atTheProvider(world, `checkout-sessions/${disputed.checkoutSessionId}/dispute`)
	for await (const { id } of world.payments.listDisputes(new Date(0)))
		await atTheProvider(world, `disputes/${id}/close`, { status: 'lost' })
	await compare()
	// Moves the refunds to the day of 25 hours. Only the refund of `whole` is moved to a time before its sale, as if it had been
	// made while the sale was on hold.
	const refundedAt = 'update public.refunds set at = $1 where purchase_id = $2'
	await tamper(world, refundedAt, ['2026-10-25T00:30:00Z', partly.purchaseId])
	await tamper(world, refundedAt, ['2026-01-02T12:00:00Z', whole.purchaseId])
	await tamper(world, refundedAt, ['2026-10-25T12:00:00Z', disputed.purchaseId])
	await tamper(world, refundedAt, ['2026-10-25T13:00:00Z', returned.purchaseId])
})
afterAll(async () => await world.close())

const at = (index: number) => {
	const sale = sales[index]
	if (sale === undefined) throw new Error('no such sale')
	return sale
}
const compare = async () => {
	await world.jobHandlers['compare-with-provider']({})
	await world.runJobs()
	await world.jobHandlers['compare-with-provider']({})
}

async function read<Output extends z.ZodType>(
	name: string,
	{ output }: { output: Output },
	query: Record<string, string> = {},
): Promise<z.output<Output>> {
	const { status, body } = await readAdmin(world, `${name}?${new URLSearchParams(query)}`, {
		bearer: owner.accessToken,
	})
	expect(status, JSON.stringify(body)).toBe(200)
	return output.parse(body)
}
type Query = Record<string, string>
const readSales = (query: Query) => read('sales', salesApi.sales, query)
const readFigures = (query: Query) => read('sales-figures', salesApi['sales-figures'], query)
const readBooks = (query: Query) => read('books', salesApi.books, query)

async function exported(name: 'export-sales' | 'export-books', query: Record<string, string>) {
	const answer = await readAdmin(world, `${name}?${new URLSearchParams(query)}`, {
		bearer: owner.accessToken,
	})
	expect(answer.status).toBe(200)
	const lines = z.string().parse(answer.body.text).split('\r\n').slice(0, -1)
	expect(answer.headers.get('x-rows')).toBe(String(lines.length - 1))
	const [titles = [], ...rows] = lines.map((line) => line.split(','))
	return rows.map((row) => Object.fromEntries(titles.map((title, column) => [title, row[column] ?? ''])))
}

const days = (from: string, to = from) => ({ from, to })
const pence = (pounds: string | undefined) => Math.round(Number(pounds) * 100)
const netOf = (rows: readonly Record<string, string>[]) =>
	rows.reduce((sum, row) => sum + pence(row.net_of_vat) - pence(row.fee), 0)
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
		expect((await runAdmin(adminContextOf(world), 'sales', '2026-10')).join('\n')).toContain(
			'1 refunded: £5.00\n1 lost in disputes: £14.99',
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

describe('the list', () => {
	const year = days('2026-03-01', '2026-10-31')

	test('is read in pages without a gap or a repeat, even if rows have the same time', async () => {
		const whole = await readSales(year)
		expect(whole.next).toBeNull()
		expect(whole.rows.map(({ kind }) => kind)).toEqual([
			...[
				'sale',
				'returned payment',
				'dispute',
				'refund',
				'sale',
				'sale',
				'sale',
				'sale',
				'refund',
				'sale',
				'sale',
			],
		])
		const seen: unknown[] = []
		let before: string | null = ''
		while (before !== null) {
			const page: z.output<typeof salesApi.sales.output> = await readSales({
				...{ ...year, limit: '2' },
				...(before === '' ? {} : { before }),
			})
			seen.push(...page.rows)
			before = page.next
		}
		expect(seen).toEqual(whole.rows)
		const fromOldest: unknown[] = []
		let after: string | null = ''
		while (after !== null) {
			const page: z.output<typeof salesApi.sales.output> = await readSales({
				...{ ...year, limit: '2', order: 'oldest' },
				...(after === '' ? {} : { after }),
			})
			fromOldest.push(...page.rows)
			after = page.next
		}
		expect(fromOldest).toEqual(whole.rows.toReversed())
		for (const [index, { place }] of whole.rows.entries())
			expect(
				(await read('count-new-sales', salesApi['count-new-sales'], { ...year, after: place })).count,
			).toBe(index)
	})

	test.each([
		[{ what: 'refunds' }, ['refund', 'refund']],
		[{ what: 'disputes' }, ['dispute']],
		[{ what: 'returned' }, ['returned payment']],
		[{ status: 'part refunded' }, ['refund', 'sale']],
		[{ status: 'refunded' }, ['returned payment', 'dispute', 'sale', 'refund', 'sale']],
		[{ status: 'disputed' }, []],
		[{ status: 'paid', what: 'sales' }, ['sale', 'sale', 'sale', 'sale']],
		[{ country: 'FR' }, []],
		[{ country: 'GB', what: 'refunds' }, ['refund', 'refund']],
		[{ product: '999' }, []],
	])('filtered by %j has the same net sum as the figures and the export', async (filter, kinds) => {
		const { rows } = await readSales({ ...year, ...filter })
		expect(rows.map(({ kind }) => kind)).toEqual(kinds)
		const { period } = await readFigures({ ...year, ...filter })
		const net = rows.reduce((sum, row) => sum + row.gross_pence - row.vat_pence - (row.fee_pence ?? 0), 0)
		expect(period.sums.net_pence).toBe(net)
		expect(netOf(await exported('export-sales', { ...year, ...filter }))).toBe(net)
	})

	test('rejects unknown and invalid parameters', async () => {
		for (const query of [
			'from=2026-02-30&to=2026-03-01',
			'from=2026-03-01&to=2026-02-01',
			'from=1900-01-01&to=2026-02-01',
			"from=2026-01-01&to=2026-12-31&country=x'",
			'from=2026-01-01&to=2026-12-31&unknown=1',
		])
			expect((await readAdmin(world, `sales?${query}`, { bearer: owner.accessToken })).status, query).toBe(
				400,
			)
		const forged = Buffer.from('["2026", "1"]').toString('base64url')
		const answer = await readAdmin(world, `sales?from=2026-01-01&to=2026-12-31&before=${forged}`, {
			bearer: owner.accessToken,
		})
		expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
	})
})

test('the books of a month contain each buyer’s country and each movement’s payout', async () => {
	const before = await readBooks({ month: '2026-10' })
	expect(before.payouts).toEqual([expect.objectContaining({ id: null, net_pence: before.sums.net_pence })])
	await atTheProvider(world, 'payouts')
	await compare()
	const { sums, countries, payouts, audit } = await readBooks({ month: '2026-10' })
	expect(countries).toEqual([{ country: 'GB', ...sums }])
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

describe('an export', () => {
	test('needs a recent second step, is recorded, and escapes formulas', async () => {
		const stale = await signedInMember(world, 'owner')
		await tamper(world, `update auth.users set email = '=cmd+1@student.test' where id = $1`, [at(2).userId])
		const file = await exported('export-sales', { ...days('2026-03-29'), what: 'sales' })
		expect(file.map(({ email }) => email)).toContain("'=cmd+1@student.test")
		const [act] = await world.database.query(
			sql`select decided_by, staff_id, details from shop.owner_acts where command = 'export-sales' order by at desc limit 1`,
			z.object({ decided_by: z.string(), staff_id: z.uuid(), details: z.record(z.string(), z.unknown()) }),
		)
		expect(act).toMatchObject({
			decided_by: owner.email,
			staff_id: owner.id,
			details: { from: '2026-03-29', to: '2026-03-29', what: 'sales', rows: 2 },
		})
		await tamper(world, `update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'`)
		const refused = await readAdmin(world, 'export-sales?from=2026-03-29&to=2026-03-29', {
			bearer: stale.accessToken,
		})
		expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_aal'])
	})
})

test('each member saves and sees their own views only', async () => {
	const other = await signedInMember(world, 'accountant')
	owner = await signedInMember(world, 'owner')
	const act = async (name: string, body: unknown, member: TestMember) =>
		await actAdmin(world, name, body, { bearer: member.accessToken })
	const view = { name: 'France', query: 'country=FR' }
	const saved = await act('save-view', view, owner)
	expect(saved).toMatchObject({ status: 200, body: view })
	expect((await act('save-view', { ...view, preview: true }, owner)).body.will).toEqual([
		'Replaces your view “France”.',
	])
	const views = async (member: TestMember) =>
		(await readAdmin(world, 'saved-views', { bearer: member.accessToken })).body.views
	expect(await views(other)).toEqual([])
	expect((await act('remove-view', { id: saved.body.id }, other)).status).toBe(409)
	expect((await act('save-view', { ...view, query: 'country=GB' }, owner)).body.id).toBe(saved.body.id)
	expect(await views(owner)).toEqual([{ ...saved.body, query: 'country=GB' }])
	expect((await act('remove-view', { id: saved.body.id }, owner)).status).toBe(200)
	expect(await views(owner)).toEqual([])
})
