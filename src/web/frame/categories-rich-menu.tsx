import { DropdownMenu } from 'radix-ui'
import { Link } from 'react-router'
import { categoryPath, menuCategories } from '#shared/categories.ts'
import { Icon } from '#web/ui/icon.tsx'
import { menuPanelClass } from './header-links.tsx'

export interface RichMenuProps {
	/** Whether the plain menu had the focus when this one replaced it. */
	focused: boolean
}

/** The categories as a menu with arrow keys, type-ahead and Escape. */
export function CategoriesRichMenu({ focused }: RichMenuProps) {
	return (
		// Not modal: a modal menu would insert a style element to lock scrolling, which the content security policy forbids.
		<DropdownMenu.Root modal={false}>
			<DropdownMenu.Trigger className="group nav-link gap-1" autoFocus={focused}>
				Categories
				<Icon name="chevronDown" size={16} className="group-data-[state=open]:rotate-180" />
			</DropdownMenu.Trigger>
			<DropdownMenu.Content align="start" className={`z-40 text-label font-medium ${menuPanelClass}`}>
				{menuCategories.map((category) => (
					<DropdownMenu.Item key={category} asChild>
						<Link to={categoryPath(category)} className="menu-link">
							{category}
						</Link>
					</DropdownMenu.Item>
				))}
			</DropdownMenu.Content>
		</DropdownMenu.Root>
	)
}
