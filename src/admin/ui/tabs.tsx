import { useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'

interface TabsProps {
	/** Names the pages, for screen readers. */
	label: string
	className: string
	pages: readonly {
		path: string
		name: string
		/** Whether the link is only of this page, not also of those below its path. */
		isExact?: boolean
	}[]
}

/** Links between pages, in a row. On a phone the row is wider than the screen, so the link to the current page is scrolled into view. */
export function Tabs({ label, className, pages }: TabsProps) {
	const list = useRef<HTMLUListElement>(null)
	const { pathname } = useLocation()
	// biome-ignore lint/correctness/useExhaustiveDependencies: the link of the new page is found by its attribute
	useLayoutEffect(() => {
		const row = list.current
		const link = row?.querySelector('[aria-current="page"]')
		if (!row || !link) return
		const [around, inside] = [row.getBoundingClientRect(), link.getBoundingClientRect()]
		row.scrollLeft += inside.left + inside.width / 2 - (around.left + around.width / 2)
	}, [pathname])
	return (
		<nav aria-label={label} className={className}>
			<ul ref={list}>
				{pages.map(({ path, name, isExact = true }) => (
					<li key={path}>
						<NavLink to={path} end={isExact}>
							{name}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	)
}
