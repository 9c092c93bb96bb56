import { Menu, X } from 'lucide-react'
import { useLocation } from 'react-router'
import { categoryPath, menuCategories } from '#web/shop-window/categories.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { NavItem } from './nav-item.tsx'
import { SignedInCorner } from './signed-in-corner.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Everything of the header on a narrow screen. The browser's own disclosure: it opens without scripts too. */
export function PhoneMenu() {
	const { pathname } = useLocation()
	return (
		<details key={pathname} className="group lg:hidden">
			<summary className="-mr-3 flex size-[48px] list-none items-center justify-center [&::-webkit-details-marker]:hidden">
				<Menu aria-hidden="true" className="group-open:hidden" />
				<X aria-hidden="true" className="hidden group-open:block" />
				<span className="sr-only">Menu</span>
			</summary>
			<div className="absolute inset-x-0 top-full z-40 border-b border-rule bg-paper shadow-raised">
				<nav
					aria-label="Main"
					className="page-width grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] pt-3 font-medium"
				>
					<div className="-ml-3 border-r border-rule">
						<NavItem to="/">Home</NavItem>
						<NavItem to="/free">Free</NavItem>
						<NavItem to="/premium">Premium</NavItem>
						<NavItem to="/about">About</NavItem>
						<div className="signed-in-only">
							<NavItem to="/account/guides">Your guides</NavItem>
						</div>
					</div>
					<div className="pl-2">
						{menuCategories.map((category) => (
							<NavItem key={category} to={categoryPath(category)}>
								{category}
							</NavItem>
						))}
					</div>
				</nav>
				<div className="page-width flex flex-wrap items-center gap-3 py-4">
					<div className="signed-out-only flex flex-1 flex-wrap gap-3">
						<ButtonLink to="/auth" className="flex-1">
							Start Free
						</ButtonLink>
						<ButtonLink to="/auth" variant="secondary" className="flex-1">
							Sign In
						</ButtonLink>
					</div>
					<SignedInCorner className="flex flex-1 flex-wrap items-center justify-between gap-3" />
					<ThemeSwitch />
				</div>
			</div>
		</details>
	)
}
