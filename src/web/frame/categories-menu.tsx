import { type ComponentType, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { categoryPath, menuCategories } from '#shared/categories.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { RichMenuProps } from './categories-rich-menu.tsx'
import { menuPanelClass } from './header-links.tsx'

/**
 * The menu of categories. The HTML contains a `<details>` element, which works without scripts. The first hover or focus loads a
 * menu with arrow keys and type-ahead. That menu replaces the `<details>` element, unless the element is open by then.
 */
export function CategoriesMenu() {
	const { pathname } = useLocation()
	const details = useRef<HTMLDetailsElement>(null)
	const [Rich, setRich] = useState<ComponentType<RichMenuProps> | null>(null)
	const [focused, setFocused] = useState(false)

	async function upgrade() {
		const fetched = await import('./categories-rich-menu.tsx').catch(() => null)
		const plain = details.current
		// The plain menu is kept if it is open or being pressed.
		if (fetched === null || plain === null || plain.open || plain.matches(':active')) return
		setFocused(plain.contains(document.activeElement))
		setRich(() => fetched.CategoriesRichMenu)
	}

	if (Rich !== null) return <Rich focused={focused} />
	return (
		<details
			// A new key, so that a navigation closes the menu.
			key={pathname}
			ref={details}
			className="group relative"
			onPointerEnter={upgrade}
			onFocus={upgrade}
			onToggle={(event) => (event.currentTarget.open ? undefined : upgrade())}
		>
			<summary className="nav-link gap-1">
				Categories
				<Icon name="chevronDown" size={16} className="group-open:rotate-180" />
			</summary>
			<ul className={`absolute top-full left-0 z-40 ${menuPanelClass}`}>
				{menuCategories.map((category) => (
					<li key={category}>
						<Link to={categoryPath(category)} className="menu-link">
							{category}
						</Link>
					</li>
				))}
			</ul>
		</details>
	)
}
