import { useId } from 'react'
import { rooms } from '#shared/planner/choices.ts'
import { isAlike } from '#shared/planner/due-days.ts'
import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import { Field } from '#web/ui/field.tsx'
import type { PlanStore } from './plan-store.ts'

/** The names that spending can have. Payments follow when one is changed. */
export function CategoryNames({ plan, store }: { plan: TypedPlan; store: PlanStore }) {
	const id = useId()
	const places = Array.from({ length: rooms.categories }, (_, place) => plan.categories[place] ?? null)
	return (
		<section id="planner-categories" aria-labelledby={id} className="planner-part">
			<h2 id={id} className="text-subheading">
				Names for spending
			</h2>
			<p className="margin-note">Your own, if you like. Payments that have the old name get the new one.</p>
			<div className="planner-pair">
				{places.map((name, place) => (
					<Field
						// biome-ignore lint/suspicious/noArrayIndexKey: two names may be the same for a moment
						key={`${place} ${name}`}
						label={`Name ${place + 1}`}
						maxLength={24}
						autoComplete="off"
						defaultValue={name ?? ''}
						// Not while it is being typed: what is half a name may be the name of another.
						onBlur={(event) => {
							const next = event.target.value.trim()
							if (next !== (name ?? '')) store.change((before) => renamed(before, place, next))
						}}
					/>
				))}
			</div>
		</section>
	)
}

function renamed(plan: TypedPlan, place: number, name: string): TypedPlan {
	const before = plan.categories[place] ?? null
	const categories = Array.from({ length: rooms.categories }, (_, index) =>
		index === place ? name || null : (plan.categories[index] ?? null),
	)
	if (name === '' || typeof before !== 'string') return { ...plan, categories }
	const spending = plan.spending.map((payment) =>
		isAlike(before, payment.category) ? { ...payment, category: name } : payment,
	)
	return { ...plan, categories, spending }
}
