import { useId, useRef, useState } from 'react'
import { readSavedPlan, savedText } from '#shared/planner/saved-plan.ts'
import { dateOf, type TypedPlan } from '#shared/planner/typed-plan.ts'
import { workbookName } from '#shared/planner/workbook-cells.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useBusy } from '#web/ui/use-busy.ts'
import { AccountKeeping } from './account-keeping.tsx'
import type { PlanStore } from './plan-store.ts'
import { factsOf, Question } from './question.tsx'

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
export function YourNumbers({
	store: { plan, replace, keeping, account },
	today,
	loadWorkbook,
}: YourNumbersProps) {
	const id = useId()
	const picker = useRef<HTMLInputElement>(null)
	const [opened, setOpened] = useState<TypedPlan | null>(null)
	const [trouble, setTrouble] = useState<keyof typeof troubles | null>(null)
	const [isClearing, setIsClearing] = useState(false)
	const [busy, run] = useBusy()

	async function open(files: FileList | null) {
		const file = files?.[0]
		if (file === undefined) return
		const read = file.size > mostBytes ? 'unread' : await readFile(file)
		setOpened(typeof read === 'string' ? null : read)
		setTrouble(typeof read === 'string' ? read : null)
	}
	async function saveWorkbook(filled: TypedPlan, load: () => Promise<Uint8Array | null>) {
		setTrouble(null)
		const code = await workbookCode()
		if (code === null) return setTrouble('unloaded')
		const empty = await load()
		if (empty === null) return
		const workbook = code.filledWorkbook(empty, filled)
		if (workbook === null) setTrouble('unfit')
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
			{account === undefined ? (
				<p>{where[keeping]}</p>
			) : (
				<AccountKeeping {...account} hasPlan={plan !== null}>
					{where[keeping]}
				</AccountKeeping>
			)}
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
				{trouble === null ? null : <p className="text-brick">{troubles[trouble]}</p>}
				{opened === null ? null : (
					<Question
						text={`A plan ${factsOf(opened)}.${plan === null ? '' : ' It replaces the one here.'}`}
						yes={plan === null ? 'Use it' : 'Replace mine'}
						onYes={() => take(opened)}
						onNo={() => setOpened(null)}
					/>
				)}
				{isClearing ? (
					<Question
						text={`That deletes all numbers here${account && account.state.kind !== 'off' ? ', and in your account' : ''}. Save a copy first if you want to look at them again.`}
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

/** The largest file that is read, in bytes. A full plan, or a full workbook, has a fifth of it. */
const mostBytes = 5_000_000

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const troubles = {
	unread: `That isn’t a copy of a plan. Choose a file that “Save a copy” has written, which is called headstart-planner, with a date; or ${workbookName}, filled in.`,
	unfit:
		'The spreadsheet in your download is of another edition, into which this planner can’t write. Nothing was saved.',
	unloaded: 'We couldn’t load what reads and fills in spreadsheets. Are you online? Please try again.',
} as const

/** Loads what reads and fills in workbooks, which few visitors need; null if that fails. */
function workbookCode() {
	return import('./workbook-file.ts').catch(() => null)
}

/** Reads a saved plan or a filled-in workbook, or returns why it can't. */
async function readFile(file: File): Promise<TypedPlan | 'unread' | 'unloaded'> {
	const bytes = new Uint8Array(await file.arrayBuffer())
	// As every ZIP begins.
	const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b
	if (!isWorkbook) return readSavedPlan(new TextDecoder().decode(bytes)) ?? 'unread'
	const code = await workbookCode()
	return code === null ? 'unloaded' : (code.readWorkbook(bytes) ?? 'unread')
}

function fileName(today: number, ending: string): string {
	return `headstart-planner-${dateOf(today).toISOString().slice(0, 10)}.${ending}`
}
