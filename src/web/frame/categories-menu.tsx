import { ChevronDown } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { categoryPath, menuCategories } from '#web/shop-window/categories.ts'
import type { RichMenuProps } from './categories-rich-menu.tsx'
import { menuLinkClass, menuPanelClass } from './menu-look.ts'
import { navItemClass } from './nav-item.tsx'

/**
 * The category links behind one word. In the HTML it is the browser's own disclosure, so it works before scripts do; the
 * first touch fetches the menu with arrow keys and type-ahead, which takes its place unless the list is already open.
 */
export function CategoriesMenu() {
	const { pathname } = useLocation()
	const details = useRef<HTMLDetailsElement>(null)
	const [Rich, setRich] = useState<ComponentType<RichMenuProps> | null>(null)
	const [focused, setFocused] = useState(false)

	async function upgrade() {
		const fetched = await import('./categories-rich-menu.tsx').catch(() => null)
		const plain = details.current
		// One that is open, or just being pressed, is not taken from under the pointer.
		if (fetched === null || plain === null || plain.open || plain.matches(':active')) return
		setFocused(plain.contains(document.activeElement))
		setRich(() => fetched.CategoriesRichMenu)
	}

	if (Rich !== null) return <Rich focused={focused} />
	return (
		<details
			// Going somewhere closes it.
			key={pathname}
			ref={details}
			className="group relative"
			onPointerEnter={upgrade}
			onFocus={upgrade}
			onToggle={(event) => (event.currentTarget.open ? undefined : upgrade())}
		>
			<summary className={`${navItemClass} list-none gap-1 [&::-webkit-details-marker]:hidden`}>
				Categories
				<ChevronDown size={16} aria-hidden="true" className="group-open:rotate-180" />
			</summary>
			<ul className={`absolute top-full left-0 z-40 ${menuPanelClass}`}>
				{menuCategories.map((category) => (
					<li key={category}>
						<Link to={categoryPath(category)} className={menuLinkClass}>
							{category}
						</Link>
					</li>
				))}
			</ul>
		</details>
	)
}
