import { useId, useRef, useState } from 'react'
import { readSavedPlan, savedText } from '#shared/planner/saved-plan.ts'
import { dateOf, type TypedPlan } from '#shared/planner/typed-plan.ts'
import { workbookName } from '#shared/planner/workbook-cells.ts'
import { counted } from '#shared/wording.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import type { PlanStore } from './plan-store.ts'
import { dayWords } from './words.ts'
import { filledWorkbook, readWorkbook } from './workbook-file.ts'

const where: Readonly<Record<PlanStore['keeping'], string>> = {
	kept: 'They stay in this browser, on this device only, also after you sign out: nothing you type is sent to us. So nobody can bring them back if the browser’s data is deleted. Safari deletes it if you don’t come for a week. Save a copy now and then.',
	forgets: 'This browser keeps nothing, so they’re gone when you close this page. Save a copy before you do.',
	demo: 'This is a demo: whatever you change here is gone when you leave the page.',
}

export interface YourNumbersProps {
	store: PlanStore
	today: number
	/** Loads the empty workbook; null if that has failed and the user has been told. Missing if the visitor doesn't have it. */
	loadWorkbook?: (() => Promise<Uint8Array | null>) | undefined
}

/** Says where the numbers are kept, and takes them elsewhere: into a file, out of one, or away. */
export function YourNumbers({ store: { plan, replace, keeping }, today, loadWorkbook }: YourNumbersProps) {
	const id = useId()
	const picker = useRef<HTMLInputElement>(null)
	const [opened, setOpened] = useState<TypedPlan | 'unread' | null>(null)
	const [isClearing, setIsClearing] = useState(false)
	const [busy, run] = useBusy()
	const [isUnfit, setIsUnfit] = useState(false)

	async function open(files: FileList | null) {
		const file = files?.[0]
		if (file === undefined) return
		setOpened(file.size > mostBytes ? 'unread' : ((await readFile(file)) ?? 'unread'))
	}
	async function saveWorkbook(filled: TypedPlan, load: () => Promise<Uint8Array | null>) {
		setIsUnfit(false)
		const empty = await load()
		if (empty === null) return
		const workbook = filledWorkbook(empty, filled)
		if (workbook === null) setIsUnfit(true)
		else saveFile(workbook, fileName(today, 'xlsx'), workbookType)
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
					<Button
						variant="secondary"
						size="small"
						onClick={() => saveFile(savedText(plan), fileName(today, 'json'), 'application/json')}
					>
						Save a copy
					</Button>
				)}
				{plan === null || loadWorkbook === undefined ? null : (
					<Button
						variant="secondary"
						size="small"
						aria-disabled={busy || undefined}
						onClick={() => run(() => saveWorkbook(plan, loadWorkbook))}
					>
						{busy ? 'Preparing...' : 'Save as a spreadsheet'}
					</Button>
				)}
				<Button variant="secondary" size="small" onClick={() => picker.current?.click()}>
					Open a copy
				</Button>
				<input
					ref={picker}
					type="file"
					hidden
					accept={`.json,.xlsx,application/json,${workbookType}`}
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
						That isn’t a copy of a plan. Choose a file that “Save a copy” has written, which is called
						headstart-planner, with a date; or {workbookName}, filled in.
					</p>
				) : null}
				{isUnfit ? (
					<p className="text-brick">
						The spreadsheet in your download is of another edition, into which this planner can’t write.
						Nothing was saved.
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

/** The largest file that is read, in bytes. A full plan, or a full workbook, has a fifth of it. */
const mostBytes = 5_000_000

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Reads a saved plan or a filled-in workbook; null if the file is neither. */
async function readFile(file: File): Promise<TypedPlan | null> {
	const bytes = new Uint8Array(await file.arrayBuffer())
	// As every ZIP begins.
	const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b
	return isWorkbook ? readWorkbook(bytes) : readSavedPlan(new TextDecoder().decode(bytes))
}

function factsOf({ firstMonday, income, costs, spending }: TypedPlan): string {
	const begins = typeof firstMonday === 'number' ? `that begins on ${dayWords(firstMonday)}, ` : ''
	return `${begins}with ${counted(income.length, 'line')} of money in, ${counted(costs.length, 'fixed cost')} and ${counted(spending.length, 'payment')}`
}

function fileName(today: number, ending: string): string {
	return `headstart-planner-${dateOf(today).toISOString().slice(0, 10)}.${ending}`
}
