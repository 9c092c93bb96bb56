import type { ReactNode } from 'react'
import { Prerendered } from '#web/site/prerendered.tsx'
import { useScrollStop } from '#web/ui/focus.ts'

interface ScrollingRowProps {
	as: 'section' | 'ul'
	/** Identifies the piece of the page. */
	name: string
	label: string
	className: string
	/** Undefined if the document contains the row. */
	children: ReactNode
}

/** A row that scrolls sideways on a phone, so that it must be reachable by keyboard there. */
export function ScrollingRow({ as, name, label, className, children }: ScrollingRowProps) {
	const stop = useScrollStop()
	return (
		<Prerendered as={as} name={name} {...stop} aria-label={label} className={`swipe-row ${className}`}>
			{children}
		</Prerendered>
	)
}
