import { href, useLocation } from 'react-router'
import { categoryPath, menuCategories } from '#shared/categories.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NavLink, useAuthPaths } from './header-links.tsx'
import { SignedInCorner } from './signed-in-corner.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The header's links on a narrow screen, in a `<details>` element, which opens without scripts. */
export function PhoneMenu() {
	const { key } = useLocation()
	const { signIn, signUp } = useAuthPaths()
	return (
		<details key={key} className="group lg:hidden">
			<summary className="-mr-3 flex size-[48px] items-center justify-center">
				<Icon name="menu" className="group-open:hidden" />
				<Icon name="cross" className="hidden group-open:block" />
				<span className="sr-only">Menu</span>
			</summary>
			<div className="absolute inset-x-0 top-full z-40 border-b border-rule bg-paper shadow-raised">
				<nav
					aria-label="Main"
					className="page-width grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] pt-3 font-medium"
				>
					<div className="-ml-3 border-r border-rule">
						<NavLink to={href('/')}>Home</NavLink>
						<NavLink to={href('/free')}>Free</NavLink>
						<NavLink to={href('/premium')}>Premium</NavLink>
						<NavLink to={href('/about')}>About</NavLink>
						<div className="signed-in-only">
							<NavLink to={href('/account/guides')}>Your guides</NavLink>
						</div>
					</div>
					<div className="pl-2">
						{menuCategories.map((category) => (
							<NavLink key={category} to={categoryPath(category)}>
								{category}
							</NavLink>
						))}
					</div>
				</nav>
				<div className="page-width flex flex-wrap items-center gap-3 py-4">
					<div className="signed-out-only flex flex-1 flex-wrap gap-3">
						<ButtonLink to={signUp} className="flex-1">
							Start Free
						</ButtonLink>
						<ButtonLink to={signIn} variant="secondary" className="flex-1">
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
