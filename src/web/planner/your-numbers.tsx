import { useId, useRef, useState } from 'react'
import { readSavedPlan, savedText } from '#shared/planner/saved-plan.ts'
import { dateOf, type TypedPlan } from '#shared/planner/typed-plan.ts'
import { Button } from '#web/ui/button.tsx'
import { saveText } from '#web/ui/save-text.ts'
import type { PlanStore } from './plan-store.ts'
import { dayWords } from './words.ts'

const where: Readonly<Record<PlanStore['keeping'], string>> = {
	kept: 'They stay in this browser, on this device only, also after you sign out: nothing you type is sent to us. So nobody can bring them back if the browser’s data is deleted. Safari deletes it if you don’t come for a week. Save a copy now and then.',
	forgets: 'This browser keeps nothing, so they’re gone when you close this page. Save a copy before you do.',
	demo: 'This is a demo: whatever you change here is gone when you leave the page.',
}

/** Says where the numbers are kept, and takes them elsewhere: into a file, out of one, or away. */
export function YourNumbers({
	store: { plan, replace, keeping },
	today,
}: {
	store: PlanStore
	today: number
}) {
	const id = useId()
	const picker = useRef<HTMLInputElement>(null)
	const [opened, setOpened] = useState<TypedPlan | 'unread' | null>(null)
	const [isClearing, setIsClearing] = useState(false)

	async function open(files: FileList | null) {
		const file = files?.[0]
		if (file === undefined) return
		setOpened(file.size > mostBytes ? 'unread' : (readSavedPlan(await file.text()) ?? 'unread'))
	}
	function take(next: TypedPlan) {
		replace(next)
		setOpened(null)
	}

	return (
		<section aria-labelledby={id} className="planner-keep">
			<h2 id={id} className="text-subheading">
				Your numbers
			</h2>
			<p>{where[keeping]}</p>
			<div className="planner-buttons">
				{plan === null ? null : (
					<Button variant="secondary" size="small" onClick={() => saveFile(plan, today)}>
						Save a copy
					</Button>
				)}
				<Button variant="secondary" size="small" onClick={() => picker.current?.click()}>
					Open a copy
				</Button>
				<input
					ref={picker}
					type="file"
					hidden
					accept=".json,application/json"
					onChange={(event) => {
						void open(event.target.files)
						event.target.value = ''
					}}
				/>
				{plan === null || isClearing ? null : (
					<Button variant="quiet" size="small" onClick={() => setIsClearing(true)}>
						Begin a new plan
					</Button>
				)}
			</div>
			<div role="status" className="planner-fields">
				{opened === 'unread' ? (
					<p className="text-brick">
						That isn’t a copy of a plan. Choose a file that “Save a copy” has written; it’s called
						headstart-planner, with a date.
					</p>
				) : null}
				{opened === null || opened === 'unread' ? null : (
					<Question
						text={`A plan ${factsOf(opened)}.${plan === null ? '' : ' It replaces the one here.'}`}
						yes={plan === null ? 'Use it' : 'Replace mine'}
						onYes={() => take(opened)}
						onNo={() => setOpened(null)}
					/>
				)}
				{isClearing ? (
					<Question
						text="That deletes all numbers here. Save a copy first if you want to look at them again."
						yes="Delete and begin again"
						onYes={() => {
							replace(null)
							setIsClearing(false)
						}}
						onNo={() => setIsClearing(false)}
					/>
				) : null}
			</div>
		</section>
	)
}

interface QuestionProps {
	text: string
	yes: string
	onYes: () => void
	onNo: () => void
}

function Question({ text, yes, onYes, onNo }: QuestionProps) {
	return (
		<>
			<p>{text}</p>
			<div className="planner-buttons">
				<Button variant="danger" size="small" onClick={onYes}>
					{yes}
				</Button>
				<Button variant="quiet" size="small" onClick={onNo}>
					No, keep mine
				</Button>
			</div>
		</>
	)
}

/** The largest file that is read, in bytes. A full plan has a tenth of it. */
const mostBytes = 2_000_000

function factsOf({ firstMonday, income, costs, spending }: TypedPlan): string {
	const begins = typeof firstMonday === 'number' ? `that begins on ${dayWords(firstMonday)}, ` : ''
	return `${begins}with ${income.length} lines of money in, ${costs.length} fixed costs and ${spending.length} payments`
}

function saveFile(plan: TypedPlan, today: number): void {
	const day = dateOf(today).toISOString().slice(0, 10)
	saveText(savedText(plan), `headstart-planner-${day}.json`, 'application/json')
}
