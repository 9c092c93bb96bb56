import { type ReactNode, useId, useState } from 'react'
import { nextRow, withoutAnswer } from '#shared/planner/answers.ts'
import { rooms } from '#shared/planner/choices.ts'
import type { ListName, Problem } from '#shared/planner/problem.ts'
import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import { Button } from '#web/ui/button.tsx'
import { changeWithUndo, type PlanStore } from './plan-store.ts'
import { faultWords } from './words.ts'

/** The id of a row's element, to which the checks lead. */
export function rowId(list: ListName, row: number): string {
	return `planner-${list}-${row}`
}

interface RowProps {
	list: ListName
	row: number
	/** What the row says while it is closed. */
	title: string
	facts: string
	amount: string
	problems: readonly Problem[]
	/** Whether nothing has been typed into it yet. */
	isNew: boolean
	onDelete: () => void
	children: ReactNode
}

/** A line of a list. Opening it shows its fields. */
export function Row({ list, row, title, facts, amount, problems, isNew, onDelete, children }: RowProps) {
	const [isOpen, setIsOpen] = useState(isNew)
	const problem = problems.find(({ place }) => place.of === list && place.row === row)
	return (
		<li>
			<details
				id={rowId(list, row)}
				open={isOpen}
				onToggle={(event) => setIsOpen(event.currentTarget.open)}
				className="planner-row"
			>
				<summary>
					<span className="grow">
						<strong>{title}</strong>
						<span className="margin-note block">{facts}</span>
						{problem === undefined ? null : (
							<span className="margin-note block text-brick">Check: {faultWords[problem.fault]}</span>
						)}
					</span>
					<span className="figures">{amount}</span>
				</summary>
				{isOpen ? (
					<div className="planner-fields">
						{children}
						<Button variant="quiet" size="small" className="-ml-4 justify-self-start" onClick={onDelete}>
							Delete<span className="sr-only"> {title}</span>
						</Button>
					</div>
				) : null}
			</details>
		</li>
	)
}

interface RowListProps<R extends { row: number }> {
	list: 'income' | 'costs' | 'goals'
	title: string
	note: string
	rows: readonly R[]
	store: PlanStore
	/** Returns a new line, in which nothing is typed. */
	blank: (row: number) => R
	/** Returns the plan with another list. */
	put: (plan: TypedPlan, rows: readonly R[]) => TypedPlan
	addLabel: string
	children: (row: R, edit: (next: Partial<R>) => void, drop: () => void) => ReactNode
}

/** A list that lines can be added to, up to the room that the workbook has too. */
export function RowList<R extends { row: number }>({
	list,
	title,
	note,
	rows,
	store,
	blank,
	put,
	addLabel,
	children,
}: RowListProps<R>) {
	const id = useId()
	const edit = (row: R, next: Partial<R>) =>
		store.change((plan) =>
			put(
				plan,
				rows.map((one) => (one.row === row.row ? { ...one, ...next } : one)),
			),
		)
	const drop = (row: R) =>
		changeWithUndo(store, 'Line deleted', (plan) =>
			put(
				plan,
				rows.filter((one) => one.row !== row.row),
			),
		)
	return (
		<section id={`planner-${list}`} aria-labelledby={id} className="planner-part">
			<h2 id={id} className="text-subheading">
				{title}
			</h2>
			<p className="margin-note">{note}</p>
			{rows.length === 0 ? null : (
				<ul className="planner-rows">
					{rows.map((row) =>
						children(
							row,
							(next) => edit(row, next),
							() => drop(row),
						),
					)}
				</ul>
			)}
			{rows.length < rooms[list] ? (
				<Button
					variant="secondary"
					size="small"
					onClick={() => store.change((plan) => put(plan, [...rows, blank(nextRow(rows))]))}
				>
					{addLabel}
				</Button>
			) : (
				<p>The planner has room for {rooms[list]} of these.</p>
			)}
		</section>
	)
}

/** Returns a name as it is shown. */
export function shownName(name: string | number | null, otherwise: string): string {
	return withoutAnswer(name) || otherwise
}
