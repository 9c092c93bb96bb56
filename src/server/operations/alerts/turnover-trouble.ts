import { readTurnover } from '#server/features/sales/read-turnover.ts'
import type { Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { commandPages } from '#shared/admin/command-pages.ts'
import { formatPounds } from '#shared/money.ts'
import { vatAlertLevels, vatThresholdPence } from '#shared/vat-threshold.ts'

/** Returns a trouble if the turnover is near the threshold of VAT, or above it. */
export async function readTurnoverTrouble(
	database: Pick<Database, 'query'>,
	now: Date,
): Promise<Trouble | undefined> {
	const { from, to, pence } = await readTurnover({ database }, now)
	const share = Math.floor((100 * pence) / vatThresholdPence)
	const reached = vatAlertLevels.filter((level) => pence * 100 >= level * vatThresholdPence)
	if (reached.length === 0) return undefined
	const threshold = formatPounds(vatThresholdPence)
	return {
		kind: 'turnover',
		title:
			pence > vatThresholdPence
				? 'Your turnover is above the VAT threshold'
				: `Your turnover is at ${share} % of the VAT threshold`,
		meaning: `If taxable turnover is over ${threshold} for twelve months at the end of any month, you must register for VAT within 30 days of that day. What you sell outside this shop counts too, and isn’t in this sum.`,
		facts: [
			{ label: `From ${from} to ${to}`, value: formatPounds(pence) },
			{ label: 'Threshold', value: threshold },
		],
		todo: 'Ask an accountant now. Once you’re registered, put your number into TRADER_VAT_NUMBER, and this ends. The newest sum:',
		command: commandPages.turnover.command,
		link: { label: 'Register for VAT', href: 'https://www.gov.uk/register-for-vat' },
		cases: reached.map((level) => ({ id: `${level} % in ${to.slice(0, 4)}`, repeats: false })),
	}
}
