import { askedFrom } from './check-words.ts'
import { isAnswered } from './expected-questions.ts'
import type { Known } from './known-plan.ts'
import { asMuchAsCost, sameTwice } from './verdicts.ts'

/**
 * Returns what the dashboard asks about a payment that may be counted twice: one that is typed in two rows, or one that is as much
 * as a fixed cost. Small amounts are the same too often.
 */
export function countedTwice({ spending, costs }: Known): string | undefined {
	const open = spending.filter(({ pence, note }) => pence >= 100 * askedFrom.sameTwice && !isAnswered(note))
	const firstLike = (payment: Known['spending'][number]) =>
		open.find(
			({ day, category, pence }) =>
				Math.floor(day) === Math.floor(payment.day) &&
				category === payment.category &&
				pence === payment.pence,
		)
	const same = open.find((payment) => {
		const first = firstLike(payment)
		return first !== undefined && first.row < payment.row && first.note === payment.note
	})
	if (same !== undefined) return sameTwice(firstLike(same)?.row ?? same.row, same.row)
	const asMuch = open.find(
		({ pence }) => pence >= 100 * askedFrom.asMuchAsCost && costs.some((cost) => cost.pence === pence),
	)
	if (asMuch === undefined) return undefined
	return asMuchAsCost(asMuch.row, costs.find(({ pence }) => pence === asMuch.pence)?.name ?? '')
}
