import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import { counted } from '#shared/wording.ts'
import { Button } from '#web/ui/button.tsx'
import { dayWords } from './words.ts'

interface QuestionProps {
	text: string
	yes: string
	onYes: () => void
	no?: string
	onNo: () => void
}

/** Asks before the plan of this browser, or of the account, is replaced or deleted. */
export function Question({ text, yes, onYes, no = 'No, keep mine', onNo }: QuestionProps) {
	return (
		<>
			<p>{text}</p>
			<div className="planner-buttons">
				<Button variant="danger" size="small" onClick={onYes}>
					{yes}
				</Button>
				<Button variant="quiet" size="small" onClick={onNo}>
					{no}
				</Button>
			</div>
		</>
	)
}

/** Describes a plan after “A plan”. */
export function factsOf({ firstMonday, income, costs, spending }: TypedPlan): string {
	const begins = typeof firstMonday === 'number' ? `that begins on ${dayWords(firstMonday)}, ` : ''
	return `${begins}with ${counted(income.length, 'line')} of money in, ${counted(costs.length, 'fixed cost')} and ${counted(spending.length, 'payment')}`
}
