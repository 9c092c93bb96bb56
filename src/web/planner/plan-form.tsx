import { useId } from 'react'
import { asAnswered, withoutAnswer } from '#shared/planner/answers.ts'
import { rhythms, rooms } from '#shared/planner/choices.ts'
import { mondayOf } from '#shared/planner/first-plan.ts'
import type { Problem } from '#shared/planner/problem.ts'
import { isAnswered } from '#shared/planner/questions.ts'
import type { Typed, TypedDue, TypedGoal, TypedPlan } from '#shared/planner/typed-plan.ts'
import { CategoryNames } from './category-names.tsx'
import { AmountInput, DayInput, SelectInput, TextInput } from './inputs.tsx'
import type { PlanStore } from './plan-store.ts'
import { Row, RowList, shownName } from './rows.tsx'
import { amountWords, dayWords } from './words.ts'

interface PlanFormProps {
	plan: TypedPlan
	problems: readonly Problem[]
	store: PlanStore
}

/** Everything that the plan is made of, apart from spending. */
export function PlanForm({ plan, problems, store }: PlanFormProps) {
	const put = (next: Partial<TypedPlan>) => store.change((before) => ({ ...before, ...next }))
	const noDue = { name: null, amount: null, rhythm: null, first: null, last: null }
	return (
		<>
			<PeriodFields plan={plan} put={put} />
			<RowList
				list="income"
				title="Money in"
				note="One line for each: loan instalments, wages, money from home."
				rows={plan.income}
				store={store}
				blank={(row) => ({ row, ...noDue, stretch: 'No' })}
				put={(before, income) => ({ ...before, income })}
				addLabel="Add money in"
			>
				{(row, edit, drop) => (
					<DueRow key={row.row} list="income" row={row} problems={problems} edit={edit} drop={drop} />
				)}
			</RowList>
			<RowList
				list="costs"
				title="Fixed costs"
				note="Whatever goes out anyway: rent, bills, phone, passes, the train home."
				rows={plan.costs}
				store={store}
				blank={(row) => ({ row, ...noDue, stretch: null })}
				put={(before, costs) => ({ ...before, costs })}
				addLabel="Add a fixed cost"
			>
				{(row, edit, drop) => (
					<DueRow key={row.row} list="costs" row={row} problems={problems} edit={edit} drop={drop} />
				)}
			</RowList>
			<RowList
				list="goals"
				title="Savings"
				note="What you want to have by a week. It comes off before you see your number."
				rows={plan.goals}
				store={store}
				blank={(row) => ({ row, name: null, target: null, saved: null, from: null, by: null })}
				put={(before, goals) => ({ ...before, goals })}
				addLabel="Add a goal"
			>
				{(row, edit, drop) => (
					<GoalRow key={row.row} plan={plan} row={row} problems={problems} edit={edit} drop={drop} />
				)}
			</RowList>
			<CategoryNames plan={plan} store={store} />
		</>
	)
}

function PeriodFields({ plan, put }: { plan: TypedPlan; put: (next: Partial<TypedPlan>) => void }) {
	const id = useId()
	const isTermly = [...plan.income, ...plan.costs].some(({ rhythm }) => rhythm === 'Termly')
	const weeks = Array.from({ length: rooms.weeks }, (_, index) => String(index + 1))
	const terms = Array.from({ length: rooms.terms }, (_, index) => plan.terms[index] ?? null)
	return (
		<section id="planner-period" aria-labelledby={id} className="planner-part">
			<h2 id={id} className="text-subheading">
				When and from what
			</h2>
			<div className="planner-pair">
				<DayInput
					label="The Monday it begins"
					value={plan.firstMonday}
					// Any day of the week will do.
					onChange={(day) => put({ firstMonday: typeof day === 'number' ? mondayOf(day) : day })}
				/>
				<SelectInput
					label="How many weeks"
					value={plan.lastWeek}
					options={weeks.map((week) => [week, untilWords(plan.firstMonday, Number(week))])}
					onChange={(week) => put({ lastWeek: week === null ? null : Number(week) })}
				/>
				<AmountInput
					label="In the account that morning, £"
					value={plan.starting}
					onChange={(starting) => put({ starting })}
				/>
				<AmountInput
					label="Never below, £"
					hint="What should always stay there. An overdraft you may use: −200."
					value={plan.floor}
					onChange={(floor) => put({ floor })}
				/>
			</div>
			{isTermly || plan.terms.some((term) => term !== null) ? (
				<div className="planner-pair">
					{terms.map((term, index) => (
						<DayInput
							// biome-ignore lint/suspicious/noArrayIndexKey: the terms have no other names
							key={index}
							label={`First day of term ${index + 1}`}
							value={term}
							onChange={(day) => put({ terms: terms.map((one, other) => (other === index ? day : one)) })}
						/>
					))}
				</div>
			) : null}
		</section>
	)
}

function untilWords(firstMonday: Typed, weeks: number): string {
	const until = typeof firstMonday === 'number' ? `, until ${dayWords(firstMonday + 7 * weeks - 1)}` : ''
	return `${weeks}${until}`
}

interface DueRowProps {
	list: 'income' | 'costs'
	row: TypedDue
	problems: readonly Problem[]
	edit: (next: Partial<TypedDue>) => void
	drop: () => void
}

function DueRow({ list, row, problems, edit, drop }: DueRowProps) {
	const { name, amount, rhythm, first, last, stretch } = row
	const facts = [
		String(rhythm ?? 'How often?').toLowerCase(),
		first === null ? '' : `${rhythm === 'Once' ? 'on' : 'from'} ${dayWords(first)}`,
		last === null ? '' : `until ${dayWords(last)}`,
	]
	return (
		<Row
			list={list}
			row={row.row}
			title={shownName(name, 'New line')}
			facts={facts.filter(Boolean).join(' ')}
			amount={amountWords(amount)}
			problems={problems}
			isNew={name === null && amount === null}
			onDelete={drop}
		>
			<div className="planner-pair">
				<TextInput
					label="What"
					value={withoutAnswer(name)}
					onChange={(next) => edit({ name: renamed(name, next) })}
				/>
				<AmountInput label="How much, £" value={amount} onChange={(next) => edit({ amount: next })} />
				<SelectInput
					label="How often"
					value={rhythm}
					options={rhythms.map((one) => [one, one])}
					onChange={(next) => edit({ rhythm: next })}
				/>
				<DayInput
					label={rhythm === 'Once' ? 'On' : 'First on'}
					value={first}
					onChange={(next) => edit({ first: next })}
				/>
				{rhythm === 'Once' && last === null ? null : (
					<DayInput
						label="Last on"
						hint="Empty: it goes on."
						value={last}
						onChange={(next) => edit({ last: next })}
					/>
				)}
			</div>
			{list === 'costs' ? null : (
				<label className="planner-tick">
					<input
						type="checkbox"
						checked={String(stretch).toLowerCase() === 'yes'}
						onChange={(event) => edit({ stretch: event.target.checked ? 'Yes' : 'No' })}
					/>
					It has to last until the next of its kind, as a loan instalment does
				</label>
			)}
		</Row>
	)
}

/** Keeps the answer that a row is right while its name is changed. */
function renamed(before: Typed, name: Typed): Typed {
	return isAnswered(before) ? asAnswered(name) : name
}

interface GoalRowProps {
	plan: TypedPlan
	row: TypedGoal
	problems: readonly Problem[]
	edit: (next: Partial<TypedGoal>) => void
	drop: () => void
}

function GoalRow({ plan, row, problems, edit, drop }: GoalRowProps) {
	const { name, target, saved, from, by } = row
	const { firstMonday, lastWeek } = plan
	const weeks = Array.from({ length: typeof lastWeek === 'number' ? lastWeek : 0 }, (_, index) => index + 1)
	const options = weeks.map((week): [string, string] => [
		String(week),
		`Week ${week}${typeof firstMonday === 'number' ? `, ${dayWords(firstMonday + 7 * week - 7)}` : ''}`,
	])
	const weekInput = (label: string, value: Typed, onChange: (week: Typed) => void, none?: string) => (
		<SelectInput
			label={label}
			value={value}
			options={options}
			onChange={(week) => onChange(week === null ? null : Number(week))}
			{...(none === undefined ? {} : { none })}
		/>
	)
	return (
		<Row
			list="goals"
			row={row.row}
			title={shownName(name, 'New goal')}
			facts={by === null ? 'By which week?' : `by week ${by}`}
			amount={amountWords(target)}
			problems={problems}
			isNew={name === null && target === null}
			onDelete={drop}
		>
			<div className="planner-pair">
				<TextInput label="What for" value={name} onChange={(next) => edit({ name: next })} />
				<AmountInput label="How much in all, £" value={target} onChange={(next) => edit({ target: next })} />
				<AmountInput label="Saved already, £" value={saved} onChange={(next) => edit({ saved: next })} />
				{weekInput('Saving from', from, (next) => edit({ from: next }), 'The first week')}
				{weekInput('Reached by', by, (next) => edit({ by: next }))}
			</div>
		</Row>
	)
}
