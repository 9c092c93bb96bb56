import { timeOf } from '#admin/ui/times.ts'

export interface CheckRun {
	started_at: string
	finished_at: string | null
	progress: string | null
	failed: string | null
}

interface RunNoteProps {
	run: CheckRun
	underWay: string
	finished: string
}

/** Says how far a check has got, or how it ended. */
export function RunNote({ run, underWay, finished }: RunNoteProps) {
	const { started_at: startedAt, finished_at: finishedAt, progress, failed } = run
	if (failed !== null)
		return (
			<div role="alert" className="failed">
				<p className="wrap-anywhere">It could not be finished: {failed}</p>
			</div>
		)
	if (finishedAt === null)
		return (
			<div role="status" className="grid gap-2">
				<p>
					Running since {timeOf(startedAt)}. {progress ?? underWay}
				</p>
				<div className="work-bar" aria-hidden="true" />
			</div>
		)
	return (
		<p role="status">
			<span className="font-semibold">{finished}.</span>{' '}
			<span className="text-soft">Checked on {timeOf(finishedAt)}.</span>
		</p>
	)
}
