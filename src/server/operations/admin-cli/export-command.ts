import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { exportMovements, summarySchema } from '#server/features/sales/export-movements.ts'
import { dayInLondon, nameOf, type Period, periodOf } from '#server/features/sales/period.ts'
import {
	type AdminContext,
	periodsOf,
	reading,
	UsageError,
	whatIsAPeriod,
} from '#server/operations/admin-cli/command.ts'
import { errorCode } from '#server/platform/app-error.ts'
import { formatPounds } from '#shared/money.ts'
import { counted } from '#shared/wording.ts'

const { from: day, to: lastDay, ...sums } = summarySchema.shape

/** `file` is null if the CSV was printed instead. */
const shape = z.object({ from: day, to: lastDay, file: z.string().nullable(), ...sums })

export const exportCommand = reading({
	does: 'exports the books of a period as CSV for an accountant: each sale, refund and lost dispute on its own day in London',
	takes: ['[period]'],
	options: { csv: '', month: '<2026-10>', to: '<file>' },
	shape,
	prints: true,
	read: async (admin, { args, options }) => {
		const wanted = args[0] ?? options.month
		if (wanted === undefined) throw new UsageError(`Say which period. ${whatIsAPeriod}`)
		if (options.json !== undefined && options.to === undefined)
			throw new UsageError('With --json, the CSV needs a file: --to books.csv.')
		const { period } = periodsOf(wanted, dayInLondon(admin.clock.now()))
		return await writeMovements(admin, period, options.to)
	},
	lines: ({ from, to, file, rows, gross_pence, vat_pence, fee_pence, fees_unknown, net_pence }) => [
		`${nameOf(periodOf({ from, to }))}, London time: ${counted(rows, 'row')}${file === null ? '' : ` in ${file}`}`,
		`Gross ${formatPounds(gross_pence)}, VAT ${formatPounds(vat_pence)}, fees ${formatPounds(fee_pence)}, net ${fees_unknown === 0 ? '' : 'at most '}${formatPounds(net_pence)}`,
		...(fees_unknown === 0
			? []
			: [
					`Rows whose fee is not known yet, so it is left empty: ${fees_unknown.toLocaleString('en-GB')}. The shop reads fees every hour.`,
				]),
	],
})

type Summary = z.infer<typeof shape>

/** Writes the movements of a period to a file, or to `output`. The file appears only once it is complete. */
async function writeMovements(
	{ database, progress, output = process.stdout }: AdminContext,
	period: Period,
	file: string | undefined,
): Promise<Summary> {
	const { summary, lines } = exportMovements(
		{ database, onRows: (done, of) => progress?.report('Rows', done, of) },
		period,
	)
	const readable = Readable.from(lines, { objectMode: false })
	if (file === undefined) {
		await pipeline(readable, output, { end: false })
		return { ...summary, file: null }
	}
	const temporary = `${file}.${process.pid}.tmp`
	const opened = await open(temporary, 'w', 0o600).catch((error: unknown) => {
		throw new UsageError(
			`The folder ${dirname(resolve(file))} cannot be written to (${errorCode(error)}). Correct --to.`,
		)
	})
	try {
		await pipeline(readable, opened.createWriteStream())
		await rename(temporary, file)
	} finally {
		await rm(temporary, { force: true })
	}
	return { ...summary, file }
}
