import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { downloading, type File } from '#server/admin-api/operation.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import type { Decided } from '#server/shop/plan.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { countMovements, exportMovements } from './export-movements.ts'
import { filterOf } from './filter-of.ts'
import type { MovementFilter } from './movements.ts'
import { daysOf, monthOf, type Period } from './period.ts'

export const exportSales = downloading(salesApi['export-sales'], {
	does: 'exports the sales that match a filter as CSV, with their buyers',
	roles: ['owner', 'accountant'],
	sensitive: true,
	open: async (admin, sent, decided) => {
		const { period, filter } = filterOf(sent)
		const { from, to } = daysOf(period)
		return await openExport(admin, decided, {
			command: 'export-sales',
			name: `sales-${from}-to-${to}.csv`,
			period,
			filter,
			withBuyers: true,
		})
	},
})

export const exportBooks = downloading(salesApi['export-books'], {
	does: 'exports the books of a month as CSV for the accountant: each sale, refund and lost dispute with its VAT, country, fee and payout',
	roles: ['owner', 'accountant'],
	sensitive: true,
	open: async (admin, { month }, decided) =>
		await openExport(admin, decided, {
			command: 'export-books',
			name: `books-${month}.csv`,
			period: monthOf(month),
			filter: {},
			withBuyers: false,
		}),
})

interface Wanted {
	command: string
	name: string
	period: Period
	filter: MovementFilter
	withBuyers: boolean
}

async function openExport(
	admin: AdminDependencies,
	decided: Decided,
	{ command, name, period, filter, withBuyers }: Wanted,
): Promise<File> {
	const rows = await countMovements(admin, period, filter)
	await admin.database.asServer((tx) =>
		recordAct(tx, { command, ...decided, details: { ...daysOf(period), ...filter, rows } }),
	)
	const { lines } = exportMovements({ database: admin.database, filter, withBuyers }, period)
	return { name, contentType: 'text/csv; charset=utf-8', rows, content: lines }
}
