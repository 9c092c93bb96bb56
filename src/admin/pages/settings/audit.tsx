import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRead } from '#admin/api/use-read.ts'
import { CheckSection, useRunning } from '#admin/pages/settings/check-section.tsx'
import { RunNote } from '#admin/pages/settings/run-note.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Empty } from '#admin/ui/states.tsx'
import { timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'

/** Shows whether the shop's records agree with Stripe's. */
export function Audit() {
	const { timing, setUnderWay } = useRunning()
	return (
		<CheckSection
			name="audit"
			title="Audit"
			does="Compares every payment with Stripe’s, each night and whenever you like."
			read={useRead('audit', {}, timing)}
			setUnderWay={setUnderWay}
			show={(data) => <Result {...data} />}
		/>
	)
}

function Result({ latest, run }: Answer<'audit'>) {
	if (run === null)
		return latest === null ? (
			<Empty title="No audit yet">The first one runs by itself at night.</Empty>
		) : (
			<>
				<p>
					<span className="font-semibold">{resultOf(latest.differences)}.</span>{' '}
					<span className="text-soft">Checked on {timeOf(latest.finished_at)}.</span>
				</p>
				{latest.differences === 0 ? null : (
					<p className="text-soft">Run the audit to see each difference here.</p>
				)}
			</>
		)
	return (
		<>
			<RunNote
				run={run}
				underWay="It reads the payments from Stripe."
				finished={latest === null ? 'The audit has ended' : resultOf(latest.differences)}
			/>
			{run.found.length === 0 ? null : (
				<ul className="findings">
					{[...new Set(run.found)].map((line) => (
						<li key={line}>
							<p className="wrap-anywhere">
								<WithLinks line={line} />
							</p>
						</li>
					))}
				</ul>
			)}
			{run.found.length === 0 || run.finished_at === null ? null : (
				<div>
					<ActButton
						act="start-rebuild"
						input={{}}
						title="Rebuild records from Stripe"
						opens="Add what our records lack …"
						label="Rebuild them"
						done="It’s under way"
						onDone={() => {}}
					/>
				</div>
			)}
		</>
	)
}

/** Shows a difference, with links to the purchases and users that it names. */
function WithLinks({ line }: { line: string }): ReactNode {
	const named = /(Purchase|user) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(line)
	if (named === null) return line
	const [text, what, id] = named
	return (
		<>
			{line.slice(0, named.index)}
			<Link to={`/${what === 'user' ? 'customers' : 'sales'}/${id}`} className="link">
				{text}
			</Link>
			<WithLinks line={line.slice(named.index + text.length)} />
		</>
	)
}

function resultOf(differences: number): string {
	if (differences === 0) return 'The shop’s records agree with Stripe’s'
	return differences === 1 ? 'One difference' : `${differences} differences`
}
