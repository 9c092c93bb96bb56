import { expect } from 'vitest'
import { z } from 'zod'
import { salesApi } from '#shared/admin/sales.ts'
import { readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { atTheProvider, compareTwice, pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'

/** A shop with eight sales in 2026, of which some were refunded, disputed or returned, and the owner who reads them in the admin. */
export interface YearOfSales {
	world: World
	owner: TestMember
	sales: Sale[]
}

// In 2026 the clocks in London go forward on 29 March, which has 23 hours, and back on 25 October, which has 25.
const times = [
	...['2026-03-28T23:59:59Z', '2026-03-29T00:00:00Z', '2026-03-29T22:59:59.9Z', '2026-03-29T23:00:00Z'],
	...['2026-10-24T22:59:59Z', '2026-10-24T23:00:00Z', '2026-10-25T23:59:59Z', '2026-10-26T00:00:00Z'],
]

export async function createYearOfSales(): Promise<YearOfSales> {
	const world = await createWorld({ sandbox: true, admin: 'public' })
	await pauseEvents(world)
	const owner = await signedInMember(world, 'owner')
	const sales: Sale[] = []
	for (const time of times) {
		const sale = await sell(world)
		sales.push(sale)
		await tamper(world, 'update public.receipts set paid_at = $1, vat_pence = 250 where purchase_id = $2', [
			time,
			sale.purchaseId,
		])
	}
	const at = (index: number) => {
		const sale = sales[index]
		if (sale === undefined) throw new Error('no such sale')
		return sale
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
	await compareTwice(world)
	// Moves the refunds to the day of 25 hours. Only the refund of `whole` is moved to a time before its sale, as if it had been
	// made while the sale was on hold.
	const refundedAt = 'update public.refunds set at = $1 where purchase_id = $2'
	await tamper(world, refundedAt, ['2026-10-25T00:30:00Z', partly.purchaseId])
	await tamper(world, refundedAt, ['2026-01-02T12:00:00Z', whole.purchaseId])
	await tamper(world, refundedAt, ['2026-10-25T12:00:00Z', disputed.purchaseId])
	await tamper(world, refundedAt, ['2026-10-25T13:00:00Z', returned.purchaseId])
	return { world, owner, sales }
}

type Query = Record<string, string>

/** Returns functions that read the sales and their sums in the admin as the owner. */
export function readerOf({ world, owner }: Pick<YearOfSales, 'world' | 'owner'>) {
	async function read<Output extends z.ZodType>(
		name: string,
		{ output }: { output: Output },
		query: Query = {},
	): Promise<z.output<Output>> {
		const { status, body } = await readAdmin(world, `${name}?${new URLSearchParams(query)}`, {
			bearer: owner.accessToken,
		})
		expect(status, JSON.stringify(body)).toBe(200)
		return output.parse(body)
	}

	const readSales = (query: Query) => read('sales', salesApi.sales, query)
	const readFigures = (query: Query) => read('sales-figures', salesApi['sales-figures'], query)
	const readBooks = (query: Query) => read('books', salesApi.books, query)

	async function exported(name: 'export-sales' | 'export-books', query: Query) {
		const answer = await readAdmin(world, `${name}?${new URLSearchParams(query)}`, {
			bearer: owner.accessToken,
		})
		expect(answer.status).toBe(200)
		const lines = z.string().parse(answer.body.text).split('\r\n').slice(0, -1)
		expect(answer.headers.get('x-rows')).toBe(String(lines.length - 1))
		const [titles = [], ...rows] = lines.map((line) => line.split(','))
		return rows.map((row) => Object.fromEntries(titles.map((title, column) => [title, row[column] ?? ''])))
	}
	return { read, readSales, readFigures, readBooks, exported }
}

/** The filter of a period, which is one day by default. */
export const days = (from: string, to = from) => ({ from, to })
export const pence = (pounds: string | undefined) => Math.round(Number(pounds) * 100)
/** Adds up what is left of the amounts in some exported rows after VAT and fees. */
export const netOf = (rows: readonly Record<string, string>[]) =>
	rows.reduce((sum, row) => sum + pence(row.net_of_vat) - pence(row.fee), 0)
