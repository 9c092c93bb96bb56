import { useRead } from '#admin/api/use-read.ts'
import { CheckSection, useRunning } from '#admin/pages/settings/check-section.tsx'
import { type CheckRun, RunNote } from '#admin/pages/settings/run-note.tsx'
import { Empty } from '#admin/ui/states.tsx'
import type { ShownFinding } from '#shared/admin/settings.ts'
import { capitalised } from '#shared/wording.ts'

/** Shows the doctor's findings, with the next step for each. */
export function Doctor() {
	const { timing, setUnderWay } = useRunning()
	return (
		<CheckSection
			name="doctor"
			title="Doctor"
			does="Checks every part of the shop, and says what to do next."
			read={useRead('doctor', {}, timing)}
			setUnderWay={setUnderWay}
			show={({ run }) =>
				run === null ? (
					<Empty title="Not run since the shop started">
						It takes about half a minute, while the shop goes on as usual.
					</Empty>
				) : (
					<Findings run={run} findings={run.found} />
				)
			}
		/>
	)
}

const marks = { error: 'Needs fixing', warning: 'Needs a look', ok: 'Fine' } as const

function Findings({ run, findings }: { run: CheckRun; findings: readonly ShownFinding[] }) {
	const open = [
		...findings.filter(({ level }) => level === 'error'),
		...findings.filter(({ level }) => level === 'warning'),
	]
	const fine = findings.filter(({ level }) => level === 'ok')
	return (
		<>
			<RunNote
				run={run}
				underWay={`${findings.length} ${findings.length === 1 ? 'thing' : 'things'} checked so far`}
				finished={
					open.length === 0
						? 'Everything is fine'
						: open.length === 1
							? 'One finding'
							: `${open.length} findings`
				}
			/>
			{open.length === 0 ? null : (
				<ul className="findings">
					{open.map((finding) => (
						<Finding key={`${finding.about} ${finding.says}`} {...finding} />
					))}
				</ul>
			)}
			{fine.length === 0 ? null : (
				<details className="setting-area">
					<summary>
						<span className="font-semibold">Fine</span>
						<span className="text-soft">{fine.length}</span>
					</summary>
					<ul className="findings">
						{fine.map((finding) => (
							<Finding key={`${finding.about} ${finding.says}`} {...finding} />
						))}
					</ul>
				</details>
			)}
		</>
	)
}

function Finding({ level, about, says, todo }: ShownFinding) {
	return (
		<li data-level={level}>
			<p>
				<span className="finding-mark">{marks[level]}</span> <span className="font-semibold">{about}</span>
			</p>
			<p className="wrap-anywhere">{sentence(says)}</p>
			{todo === null ? null : <p className="wrap-anywhere text-soft">Next: {todo}</p>}
		</li>
	)
}

/** Turns a finding into a whole sentence. In the terminal, the same words follow a colon. */
export function sentence(says: string): string {
	const whole = capitalised(says)
	return /[.!?)”"]$/.test(whole) ? whole : `${whole}.`
}
