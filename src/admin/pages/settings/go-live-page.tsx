import { useRead } from '#admin/api/use-read.ts'
import { CheckSection, useRunning } from '#admin/pages/settings/check-section.tsx'
import { sentence } from '#admin/pages/settings/doctor.tsx'
import { RunNote } from '#admin/pages/settings/run-note.tsx'
import { SettingsFrame } from '#admin/pages/settings/settings-frame.tsx'
import { useMe } from '#admin/session/session.ts'
import { Empty } from '#admin/ui/states.tsx'
import type { DoctorRun, ShownFinding } from '#shared/admin/settings.ts'

/** Shows what is left to do before the shop opens. It is what the doctor finds, in its order, so nothing has to be ticked. */
export function Page() {
	const { timing, setUnderWay } = useRunning()
	const { is_public: isPublic } = useMe()
	return (
		<SettingsFrame
			title="Go live"
			note={
				isPublic
					? 'What the doctor finds, in the order in which to mend it. A step ticks itself at the next run.'
					: 'This shop is a trial on its own computer. Set SITE_URL to its public address on the server first (docs/operating.md, “Going live”); until then, the doctor asks for less than a public shop needs.'
			}
		>
			<CheckSection
				name="doctor"
				title="Steps"
				does="Checks every part of the shop. It takes about half a minute, and sends one short email to the seller’s address."
				read={useRead('doctor', {}, timing)}
				setUnderWay={setUnderWay}
				show={({ run }) =>
					run === null ? (
						<Empty title="Not checked since the shop started">Run the doctor to see the steps.</Empty>
					) : (
						<Steps run={run} />
					)
				}
			/>
		</SettingsFrame>
	)
}

interface Step {
	about: string
	open: ShownFinding[]
}

function Steps({ run }: { run: DoctorRun }) {
	const steps = stepsOf(run.found)
	const left = steps.filter(({ open }) => open.length > 0).length
	return (
		<>
			<RunNote
				run={run}
				underWay={`${steps.length} ${steps.length === 1 ? 'step' : 'steps'} checked so far`}
				finished={
					left === 0 ? 'Everything is done' : `${steps.length - left} of ${steps.length} steps are done`
				}
			/>
			<ol className="findings">
				{steps.map(({ about, open }) => (
					<li key={about} data-level={open[0]?.level}>
						<p>
							<span className="finding-mark">{open.length === 0 ? '✓ Done' : 'To do'}</span>{' '}
							<span className="font-semibold">{about}</span>
						</p>
						{open.map(({ says, todo }) => (
							<p key={says} className="wrap-anywhere">
								{sentence(says)} <span className="text-soft">{todo}</span>
							</p>
						))}
					</li>
				))}
			</ol>
		</>
	)
}

/** Puts the findings about one part of the shop together, in the doctor's order. Errors come before warnings. */
function stepsOf(found: readonly ShownFinding[]): Step[] {
	return [...new Set(found.map(({ about }) => about))].map((about) => ({
		about,
		open: found
			.filter((finding) => finding.about === about && finding.level !== 'ok')
			.toSorted((one, other) => one.level.localeCompare(other.level)),
	}))
}
