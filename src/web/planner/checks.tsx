import { useId } from 'react'
import { answered } from '#shared/planner/answers.ts'
import type { Place, Problem } from '#shared/planner/problem.ts'
import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import { Button } from '#web/ui/button.tsx'
import type { PlanStore } from './plan-store.ts'
import { faultWords, placeWords } from './words.ts'

interface ChecksProps {
	plan: TypedPlan
	problems: readonly Problem[]
	store: PlanStore
	/** Leads to what is to be mended. */
	onMend: (place: Place) => void
}

/** What has to be mended or answered before there is a number, one after the other. */
export function Checks({ plan, problems, store, onMend }: ChecksProps) {
	const id = useId()
	return (
		<section aria-labelledby={id} className="planner-part">
			<h2 id={id} className="text-subheading">
				Check {problems.length === 1 ? 'this' : `these ${problems.length}`}
			</h2>
			<ul className="planner-checks">
				{problems.map((problem) => (
					<li key={JSON.stringify(problem)}>
						<p>
							<strong>{placeWords(problem.place, plan)}</strong>: {faultWords[problem.fault]}
						</p>
						<div className="planner-buttons">
							<Button variant="secondary" size="small" onClick={() => onMend(problem.place)}>
								Change it<span className="sr-only"> {placeWords(problem.place, plan)}</span>
							</Button>
							{answered(plan, problem) === null ? null : (
								<Button
									variant="quiet"
									size="small"
									onClick={() => store.change((before) => answered(before, problem) ?? before)}
								>
									It’s right<span className="sr-only"> {placeWords(problem.place, plan)}</span>
								</Button>
							)}
						</div>
					</li>
				))}
			</ul>
		</section>
	)
}
