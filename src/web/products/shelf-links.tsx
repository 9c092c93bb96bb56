import { NavLink } from 'react-router'
import { categories, categoryPath } from '#shared/categories.ts'

/** Links to the lists of products. */
export function ShelfLinks() {
	const shelves = [
		{ path: '/free', name: 'Free' },
		{ path: '/premium', name: 'Premium' },
		...categories.map((category) => ({ path: categoryPath(category), name: category })),
	]
	return (
		<nav aria-label="Shelves" className="font-display text-label font-medium">
			<ul className="flex flex-wrap gap-x-3 border-b border-rule *:-ml-1.5">
				{shelves.map(({ path, name }) => (
					<li key={path}>
						<NavLink to={path} className={shelfLinkClass}>
							{name}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	)
}

const shelfLinkClass =
	'-mb-px flex min-h-11 min-w-11 items-center justify-center border-b-2 border-transparent px-1.5 text-soft hover:text-ink aria-[current=page]:border-press aria-[current=page]:text-ink'
