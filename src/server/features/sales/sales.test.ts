import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { tamper } from '#test/money-ledger.ts'
import { createYearOfSales, days, netOf, readerOf } from '#test/year-of-sales.ts'

const shop = await createYearOfSales()
const { world, owner, sales } = shop
const { read, readSales, readFigures, exported } = readerOf(shop)
afterAll(async () => await world.close())

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
				...year,
				limit: '2',
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
				...year,
				limit: '2',
				order: 'oldest',
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

describe('an export', () => {
	test.each([
		'export-sales?from=2026-03-01&to=2026-10-31',
		'export-sales?from=2026-01-01&to=2026-01-02',
		'export-books?month=2026-03',
	])('says once at its beginning that it is UTF-8: %s', async (path) => {
		const response = await world.adminRequest(`/api/${path}`, {
			headers: { authorization: `Bearer ${owner.accessToken}` },
		})
		const file = Buffer.from(await response.arrayBuffer())
		expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
		expect(file.subarray(0, 7)).toEqual(Buffer.from('\uFEFFdate', 'utf8'))
		expect(file.toString('utf8').lastIndexOf('\uFEFF')).toBe(0)
	})

	test('needs a recent second step, is recorded, and escapes formulas', async () => {
		const stale = await signedInMember(world, 'owner')
		await tamper(world, `update auth.users set email = '=cmd+1@student.test' where id = $1`, [
			sales[2]?.userId,
		])
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
	const owner = await signedInMember(world, 'owner')
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
