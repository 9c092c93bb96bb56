import { defineDownload } from '#server/admin-api/define-file.ts'
import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { countMovements, exportMovements } from './export-movements.ts'
import { filterOf } from './filter-of.ts'
import type { MovementFilter } from './movements.ts'
import { dayInLondon, daysOf, type Period, periodsOf } from './period.ts'

export const exportOperations = {
	'export-sales': defineDownload(salesApi['export-sales'], {
		does: 'exports the sales that match a filter as CSV, with their buyers',
		log: 'Exported sales',
		roles: ['owner', 'accountant'],
		sensitive: true,
		open: async (admin, sent) => {
			const { period, filter } = filterOf(sent)
			return await openExport(admin, {
				name: `sales-${nameOfFile(period)}.csv`,
				period,
				filter,
				withBuyers: true,
			})
		},
	}),
	'export-books': defineDownload(salesApi['export-books'], {
		does: 'exports the books of a month or another period as CSV for the accountant: each sale, refund and lost dispute with its VAT, country, fee and payout',
		log: 'Exported the books',
		roles: ['owner', 'accountant'],
		sensitive: true,
		open: async (admin, { month, period: text = month ?? '' }) => {
			const { period } = periodsOf(text, dayInLondon(admin.clock.now()))
			return await openExport(admin, {
				name: `books-${month ?? nameOfFile(period)}.csv`,
				period,
				filter: {},
				withBuyers: false,
			})
		},
	}),
}

function nameOfFile(period: Period): string {
	const { from, to } = daysOf(period)
	return `${from}-to-${to}`
}

interface Export {
	name: string
	period: Period
	filter: MovementFilter
	withBuyers: boolean
}

async function openExport(admin: AdminDependencies, { name, period, filter, withBuyers }: Export) {
	const rows = await countMovements(admin, period, filter)
	const lines = exportMovements({ database: admin.database, filter, withBuyers }, period)
	return {
		details: { ...daysOf(period), ...filter, rows },
		file: { name, contentType: 'text/csv; charset=utf-8', rows, content: lines },
	}
}
