import { type Command, reading } from '#server/operations/admin-cli/command.ts'
import { countNotices, linesOfWaiting, waitingSchema } from '#server/operations/admin-cli/count-notices.ts'
import { countViews, linesOfViews, viewsSchema } from '#server/operations/admin-cli/count-views.ts'
import { exportCommand } from '#server/operations/admin-cli/export-movements.ts'
import { linesOfSales, listSales, salesSchema } from '#server/operations/admin-cli/list-sales.ts'
import { funnelSchema, linesOfFunnel, readFunnel } from '#server/operations/admin-cli/show-funnel.ts'

const takes = ['[days or month]']

/** Commands that show figures. A period is a number of days up to today, or a month. */
export const figureCommands: Readonly<Record<string, Command>> = {
	sales: reading({
		does: 'lists sales and refunds with their sums (default: 30 days; a month is 2026-11)',
		takes,
		shape: salesSchema,
		read: (admin, { args }) => listSales(admin, args[0]),
		lines: linesOfSales,
	}),
	export: exportCommand,
	views: reading({
		does: 'counts the views of each page, and those of the period before (default: 30 days; a month is 2026-11)',
		takes,
		shape: viewsSchema,
		read: (admin, { args }) => countViews(admin, args[0]),
		lines: linesOfViews,
	}),
	funnel: reading({
		does: 'shows how many visitors saw, began and finished what (default: 30 days; a month is 2026-11)',
		takes,
		shape: funnelSchema,
		read: (admin, { args }) => readFunnel(admin, args[0]),
		lines: linesOfFunnel,
	}),
	waiting: reading({
		does: 'counts the people who want to be told when a product that is coming soon is out',
		shape: waitingSchema,
		read: (admin) => countNotices(admin),
		lines: linesOfWaiting,
	}),
}
