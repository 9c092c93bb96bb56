import { reading } from '#server/admin-api/operation.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { filterOf } from './filter-of.ts'
import { countNewer, listMovements } from './list-movements.ts'

export const sales = reading(salesApi.sales, {
	does: 'lists sales, refunds and lost disputes with what Stripe charged for each, newest or oldest first',
	roles: ['owner', 'helper', 'accountant'],
	read: async (admin, { order, before, after, limit, ...sent }) => {
		const { period, filter } = filterOf(sent)
		return await listMovements(admin, period, { filter, order, before, after, limit })
	},
})

export const countNewSales = reading(salesApi['count-new-sales'], {
	does: 'counts the rows added to the list of sales since a given one, up to a hundred',
	roles: ['owner', 'helper', 'accountant'],
	read: async (admin, { after, ...sent }) => {
		const { period, filter } = filterOf(sent)
		return { count: await countNewer(admin, period, { filter, after }) }
	},
})
