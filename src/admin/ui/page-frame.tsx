import { type ReactNode, useEffect } from 'react'
import { clockOf } from '#admin/ui/times.ts'

interface PageFrameProps {
	title: string
	/** What the page shows, in one sentence. */
	note?: ReactNode
	/** When what is shown was read. */
	updatedAt?: Date | undefined
	/** Whether reading it again has failed since. */
	isOutdated?: boolean | undefined
	/** Beside the title. */
	actions?: ReactNode
	children: ReactNode
}

/** A page with its title. */
export function PageFrame({ title, note, updatedAt, isOutdated = false, actions, children }: PageFrameProps) {
	useEffect(() => {
		document.title = `${title} – Headstart admin`
	}, [title])
	return (
		<>
			<div className="page-head">
				<div>
					<h1 className="text-heading">{title}</h1>
					{note ? <p className="text-soft">{note}</p> : null}
				</div>
				<div className="page-actions">
					{updatedAt === undefined ? null : isOutdated ? (
						<p role="status" className="margin-note figures font-semibold text-brick">
							Can’t be read just now: this is as of {clockOf(updatedAt)}
						</p>
					) : (
						<p className="margin-note figures">Updated {clockOf(updatedAt)}</p>
					)}
					{actions}
				</div>
			</div>
			{children}
		</>
	)
}
