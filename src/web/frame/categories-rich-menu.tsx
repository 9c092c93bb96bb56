import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Link } from 'react-router'
import { categoryPath, menuCategories } from '#web/shop-window/categories.ts'
import { menuLinkClass, menuPanelClass } from './menu-look.ts'
import { navItemClass } from './nav-item.tsx'

export interface RichMenuProps {
	/** The plain menu had the keyboard's focus when this one took its place. */
	focused: boolean
}

/** The same links as a menu with arrow keys, type-ahead and Escape. */
export function CategoriesRichMenu({ focused }: RichMenuProps) {
	return (
		// Not modal: the page behind stays alive, and no style element is needed to lock its scrolling.
		<DropdownMenu.Root modal={false}>
			<DropdownMenu.Trigger className={`group ${navItemClass} gap-1`} autoFocus={focused}>
				Categories
				<ChevronDown size={16} aria-hidden="true" className="group-data-[state=open]:rotate-180" />
			</DropdownMenu.Trigger>
			<DropdownMenu.Content align="start" className={`z-40 text-label font-medium ${menuPanelClass}`}>
				{menuCategories.map((category) => (
					<DropdownMenu.Item key={category} asChild>
						<Link to={categoryPath(category)} className={menuLinkClass}>
							{category}
						</Link>
					</DropdownMenu.Item>
				))}
			</DropdownMenu.Content>
		</DropdownMenu.Root>
	)
}
