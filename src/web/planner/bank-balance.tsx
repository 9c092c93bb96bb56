import { useState } from 'react'
import { formatPounds } from '#shared/money.ts'
import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import type { PlanResult } from '#shared/planner/weeks.ts'
import { AmountInput, DayInput } from './inputs.tsx'
import type { PlanStore } from './plan-store.ts'
import { bankWords } from './words.ts'

interface BankBalanceProps {
	plan: TypedPlan
	result: PlanResult
	change: PlanStore['change']
	today: number
}

/** Compares the plan with what the bank shows, which also bounds what is safe. */
export function BankBalance({ plan, result, change, today }: BankBalanceProps) {
	const [startsOpen] = useState(plan.bank !== null)
	const bank = result.isKnown ? result.figures.bank : undefined
	return (
		<details id="planner-bank" className="planner-part planner-more" open={startsOpen}>
			<summary>Does it agree with your bank?</summary>
			<div className="planner-fields">
				<p>
					Once a month, type the balance that your bank shows. If the bank has less than the plan says, no
					more than that is safe.
				</p>
				<div className="planner-pair">
					<AmountInput
						label="Balance, £"
						value={plan.bank}
						onChange={(balance) =>
							change((before) => ({
								...before,
								bank: balance,
								// A balance is of a day, and tomorrow it is an old one.
								bankDate: balance === null ? null : (before.bankDate ?? today),
							}))
						}
					/>
					<DayInput
						label="On"
						value={plan.bankDate}
						onChange={(bankDate) => change((before) => ({ ...before, bankDate }))}
					/>
				</div>
				{bank === undefined ? null : (
					<p role="status">
						By the plan it should be {formatPounds(bank.byPlanPence)}
						{bank.differencePence === 0
							? ''
							: `: the bank has ${formatPounds(Math.abs(bank.differencePence))} ${bank.differencePence < 0 ? 'less' : 'more'}`}
						. {bankWords(bank.verdict, plan)}
					</p>
				)}
			</div>
		</details>
	)
}
