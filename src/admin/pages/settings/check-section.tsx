import { type ReactNode, useEffect, useState } from 'react'
import type { Read } from '#admin/api/use-read.ts'
import type { CheckRun } from '#admin/pages/settings/run-note.tsx'
import { ActNow } from '#admin/ui/act-now.tsx'
import { Failed, Loading } from '#admin/ui/states.tsx'

/** How often to read while a check is running, in seconds. */
const everySeconds = 1.5

/**
 * Returns how often to read the state of a check, and the function `setUnderWay`, which the section calls when the check starts
 * or ends.
 */
export function useRunning() {
	const [isUnderWay, setUnderWay] = useState(false)
	return { timing: isUnderWay ? { every: everySeconds } : {}, setUnderWay }
}

interface CheckSectionProps<Data> {
	name: 'audit' | 'doctor'
	title: string
	does: string
	read: Read<Data>
	setUnderWay: (isUnderWay: boolean) => void
	/** Shows the findings. */
	show: (data: Data) => ReactNode
}

/** Shows a check of the shop: what it does, the button that runs it, and its findings. */
export function CheckSection<Data extends { run: CheckRun | null }>({
	name,
	title,
	does,
	read: { data, error, reload },
	setUnderWay,
	show,
}: CheckSectionProps<Data>) {
	const isUnderWay = data?.run?.finished_at === null
	useEffect(() => setUnderWay(isUnderWay), [setUnderWay, isUnderWay])
	const label = isUnderWay ? 'Running …' : `Run the ${name}`
	return (
		<section aria-labelledby={name} className="grid gap-4">
			<div className="section-head">
				<div>
					<h2 id={name} className="section-title">
						{title}
					</h2>
					<p className="text-soft">{does}</p>
				</div>
				<ActNow
					act={`run-${name}`}
					input={{}}
					label={label}
					disabled={isUnderWay}
					done={`The ${name} is running`}
					onDone={reload}
				/>
			</div>
			{data !== undefined ? (
				show(data)
			) : error === undefined ? (
				<Loading />
			) : (
				<Failed error={error} onRetry={reload} />
			)}
		</section>
	)
}
