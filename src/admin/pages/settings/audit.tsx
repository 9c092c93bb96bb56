import { useRead } from '#admin/api/use-read.ts'
import { CheckSection, useRunning } from '#admin/pages/settings/check-section.tsx'
import { RunNote } from '#admin/pages/settings/run-note.tsx'
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
						<li key={line} className="wrap-anywhere">
							{line}
						</li>
					))}
				</ul>
			)}
		</>
	)
}

function resultOf(differences: number): string {
	if (differences === 0) return 'The shop’s records agree with Stripe’s'
	return differences === 1 ? 'One difference' : `${differences} differences`
}
