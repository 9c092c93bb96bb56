import { listSales, salesSchema } from '#server/features/sales/list-sales.ts'
import { dayInLondon } from '#server/features/sales/period.ts'
import { funnelSchema, readFunnel } from '#server/features/sales/read-funnel.ts'
import { sumSteps } from '#server/features/sales/sum-steps.ts'
import { type Command, periodsOf, reading } from '#server/operations/admin-cli/command.ts'
import { countNotices, linesOfWaiting, waitingSchema } from '#server/operations/admin-cli/count-notices.ts'
import { countTexts, linesOfTexts, textsSchema } from '#server/operations/admin-cli/count-texts.ts'
import { countViews, linesOfViews, viewsSchema } from '#server/operations/admin-cli/count-views.ts'
import { exportCommand } from '#server/operations/admin-cli/export-command.ts'
import { linesOfFunnel } from '#server/operations/admin-cli/lines-of-funnel.ts'
import { linesOfSales } from '#server/operations/admin-cli/lines-of-sales.ts'

const takes = ['[period]']

/** The commands that show figures. A period has the form that `readPeriods` accepts. */
export const figureCommands: Readonly<Record<string, Command>> = {
	sales: reading({
		does: 'lists sales and refunds with their sums (default: 30 days)',
		takes,
		shape: salesSchema,
		read: (admin, { args }) =>
			listSales(admin, periodsOf(args[0] ?? '30', dayInLondon(admin.clock.now())).period),
		lines: linesOfSales,
	}),
	export: exportCommand,
	views: reading({
		does: 'counts the views of each page, and those of the period before (default: 30 days)',
		takes,
		shape: viewsSchema,
		read: (admin, { args }) => countViews(admin, args[0]),
		lines: linesOfViews,
	}),
	funnel: reading({
		does: 'shows how many visitors reached each step towards a guide or an account (default: 30 days)',
		takes,
		shape: funnelSchema,
		read: async (admin, { args }) => {
			// Updates the sums first, because the job that updates them each minute may not be running.
			await sumSteps({ database: admin.database, daysBack: 0 })
			return await readFunnel(admin, periodsOf(args[0] ?? '30', admin.clock.now()))
		},
		lines: linesOfFunnel,
	}),
	texts: reading({
		does: 'counts text messages, what they cost and the codes used, by day and country (default: 30 days)',
		takes,
		shape: textsSchema,
		read: (admin, { args }) => countTexts(admin, args[0]),
		lines: linesOfTexts,
	}),
	waiting: reading({
		does: 'counts the people who want to be told when a product that is coming soon is out',
		shape: waitingSchema,
		read: (admin) => countNotices(admin),
		lines: linesOfWaiting,
	}),
}
