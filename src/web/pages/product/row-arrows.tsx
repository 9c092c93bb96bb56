import { useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'

type Way = -1 | 1

/** Two buttons that scroll a row of pages, for those who have a mouse but no wheel that scrolls sideways. */
export function RowArrows({ row }: { row: HTMLElement }) {
	const [ends, setEnds] = useState<readonly Way[]>([])
	useEffect(() => {
		function update() {
			const { scrollLeft, clientWidth, scrollWidth } = row
			setEnds([
				...(scrollLeft < 2 ? ([-1] as const) : []),
				...(scrollLeft + clientWidth > scrollWidth - 2 ? ([1] as const) : []),
			])
		}
		update()
		row.addEventListener('scroll', update, { passive: true })
		window.addEventListener('resize', update)
		return () => {
			row.removeEventListener('scroll', update)
			window.removeEventListener('resize', update)
		}
	}, [row])

	const arrow = (way: Way, name: string) => (
		// Not `disabled` at an end, because that would take the keyboard focus away.
		<button
			type="button"
			aria-label={name}
			aria-disabled={ends.includes(way) || undefined}
			onClick={() => turn(row, way)}
		>
			<Icon name={way < 0 ? 'chevronLeft' : 'chevronRight'} />
		</button>
	)
	return (
		<div className="row-arrows">
			{arrow(-1, 'Previous pages')}
			{arrow(1, 'Next pages')}
		</div>
	)
}

/** Scrolls the row by most of its width, so that a page at its edge is seen again. */
function turn(row: HTMLElement, way: Way) {
	const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
	row.scrollBy({ left: way * 0.8 * row.clientWidth, behavior: isStill ? 'auto' : 'smooth' })
}
