import { reading } from '#server/admin-api/operation.ts'
import { readLatestAudit } from '#server/shop/latest-audit.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { monthOf } from './period.ts'
import { readPayoutsOf } from './read-books.ts'
import { readFigures, readFiguresByCountry, readFiguresByWay } from './read-figures.ts'

export const books = reading(salesApi.books, {
	does: 'adds up a month for the accountant, by country, by who declares the VAT, by payout and in total, with the result of the latest audit',
	roles: ['owner', 'accountant'],
	read: async (admin, { month }) => {
		const period = monthOf(month)
		const { sums } = await readFigures(admin, period)
		const audit = await readLatestAudit(admin.database)
		return {
			sums,
			countries: await readFiguresByCountry(admin, period),
			ways: await readFiguresByWay(admin, period),
			payouts: await readPayoutsOf(admin, period),
			audit: audit === undefined ? null : { at: audit.finished_at, differences: audit.differences },
		}
	},
})
