import { type ReactNode, useEffect } from 'react'
import { useMe } from '#admin/session/session.ts'
import { clockOf } from '#admin/ui/times.ts'

interface PageFrameProps {
	title: string
	/** Says in one sentence what the page shows. */
	note?: ReactNode
	/** When the data on the page was read. */
	updatedAt?: Date | undefined
	/** Whether a later attempt to read it has failed. */
	isOutdated?: boolean | undefined
	/** Shown beside the title. */
	actions?: ReactNode
	children: ReactNode
}

/** The frame of a page, with its title. */
export function PageFrame({ title, note, updatedAt, isOutdated = false, actions, children }: PageFrameProps) {
	const { shop_name: shop } = useMe()
	useEffect(() => {
		document.title = `${title} – ${shop} admin`
	}, [title, shop])
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
