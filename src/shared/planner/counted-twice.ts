import { askedFrom } from './choices.ts'
import type { Known } from './known-plan.ts'
import { isAnswered } from './questions.ts'
import type { Verdict } from './verdict.ts'

/**
 * Returns the question about a payment that may be counted twice: one that is typed in two rows, or one that is as much
 * as a fixed cost. Small amounts are the same too often.
 */
export function countedTwice({ spending, costs }: Known): Verdict | undefined {
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
	if (same !== undefined) return { kind: 'sameTwice', first: firstLike(same)?.row ?? same.row, row: same.row }
	const asMuch = open.find(
		({ pence }) => pence >= 100 * askedFrom.asMuchAsCost && costs.some((cost) => cost.pence === pence),
	)
	if (asMuch === undefined) return undefined
	const name = costs.find(({ pence }) => pence === asMuch.pence)?.name ?? ''
	return { kind: 'asMuchAsCost', row: asMuch.row, name }
}
