import { firstOf, type Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { fraudInWords, type OpenWarning, readFraudWarnings } from '#server/shop/fraud-warnings.ts'
import { formatPounds } from '#shared/money.ts'
import { disputeFeePence } from '#shared/stripe-fees.ts'

const most = 100

export async function readFraudTrouble(
	database: Pick<Database, 'query'>,
	now: Date,
): Promise<Trouble | undefined> {
	return fraudTrouble(await readFraudWarnings(database, { now, most }))
}

type ShownWarning = Pick<OpenWarning, 'warning' | 'fraud_type' | 'product' | 'receipt' | 'left_pence'>

/** Describes warnings of fraud; undefined if there are none. */
export function fraudTrouble(warnings: readonly ShownWarning[]): Trouble | undefined {
	const [first] = warnings
	if (first === undefined) return undefined
	return {
		kind: 'fraud',
		title:
			warnings.length === 1
				? 'A payment is reported as fraud'
				: `${warnings.length} payments are reported as fraud`,
		meaning: `The bank expects a dispute. If you refund the payment before, there is none, and you save Stripe’s fee of ${formatPounds(disputeFeePence)} for it.`,
		facts: firstOf(
			warnings.map(({ product, left_pence, receipt, ...warning }) => ({
				label: [product, formatPounds(left_pence), ...(receipt === null ? [] : [`receipt ${receipt}`])].join(
					', ',
				),
				value: fraudInWords(warning),
			})),
		),
		todo: 'Refund it in the admin (Home, “Refund now”), which says what each way costs, or with npm run admin -- refund. This shows the sale:',
		command: `npm run admin -- customer ${first.receipt ?? '<email>'}`,
		cases: warnings.map(({ warning }) => ({ id: warning, repeats: false })),
	}
}
