import { type ComponentType, type FocusEvent, type ReactNode, useEffect, useState } from 'react'
import { Prerendered } from '#web/site/prerendered.tsx'

interface LookInsideProps {
	/** Identifies the product's piece of the page. */
	name: string
	/** The items of the row. Undefined if the document contains them. */
	children: ReactNode
}

/** Pages of the guide in a row that scrolls sideways. */
export function LookInside({ name, children }: LookInsideProps) {
	const [row, setRow] = useState<HTMLElement | null>(null)
	const [Arrows, setArrows] = useState<ComponentType<{ row: HTMLElement }>>()
	useEffect(() => {
		void import('./row-arrows.tsx').then(
			(loaded) => setArrows(() => loaded.RowArrows),
			() => undefined,
		)
	}, [])
	return (
		<>
			<Prerendered
				as="ul"
				name={name}
				ref={setRow}
				aria-label="Pages to look at"
				className="page-row"
				onFocus={showWhole}
			>
				{children}
			</Prerendered>
			{row && Arrows ? <Arrows row={row} /> : null}
		</>
	)
}

/**
 * Scrolls the row so that a page focused with the keyboard is fully in view. Browsers do not scroll to a page that is partly in
 * view.
 */
function showWhole({ target }: FocusEvent<HTMLElement>) {
	if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'start' })
}
