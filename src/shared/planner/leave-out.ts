import type { BankLine } from './bank-lines.ts'
import { planDays } from './checks.ts'
import { askedFrom } from './choices.ts'
import { penceOf } from './known-plan.ts'
import type { TypedPlan } from './typed-plan.ts'

/** Why a line from a bank is probably no payment to add to the plan. What was spent is above zero. */
export type LeaveOutReason = 'moneyIn' | 'zero' | 'outside' | 'future' | 'same' | 'fixed'

/** Returns why a line should be left out unless the user wants it; null if it looks like a payment. */
export function reasonToLeaveOut(
	{ day, pence }: BankLine,
	plan: TypedPlan,
	today: number,
): LeaveOutReason | null {
	const days = planDays(plan)
	if (pence < 0) return 'moneyIn'
	if (pence === 0) return 'zero'
	if (days !== null && (day < days.firstMonday || day > days.lastDay)) return 'outside'
	if (day > today) return 'future'
	if (plan.spending.some(({ date, amount }) => date === day && penceOf(amount) === pence)) return 'same'
	const isFixed = plan.costs.some(({ amount }) => penceOf(amount) === pence)
	return isFixed && pence >= 100 * askedFrom.sameTwice ? 'fixed' : null
}
