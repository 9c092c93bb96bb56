import { href, Link, useNavigation } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { CategoriesMenu } from './categories-menu.tsx'
import { NavLink, useAuthPaths } from './header-links.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { SignedInCorner } from './signed-in-corner.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { Wordmark } from './wordmark.tsx'

export function SiteHeader() {
	const { signIn, signUp } = useAuthPaths()
	return (
		<header className="relative border-b border-rule">
			<a href="#content" className="skip-link">
				Skip to content
			</a>
			<div className="page-width flex min-h-16 items-center gap-x-4 lg:min-h-20 xl:gap-x-7">
				<Link to={href('/')} className="mr-auto py-2 font-display lg:mr-2">
					<Wordmark />
				</Link>
				<nav aria-label="Main" className="mr-auto hidden items-center gap-1 text-label font-medium lg:flex">
					<NavLink to={href('/')}>Home</NavLink>
					<NavLink to={href('/free')}>Free</NavLink>
					<NavLink to={href('/premium')}>Premium</NavLink>
					<CategoriesMenu />
					<NavLink to={href('/about')}>About</NavLink>
					<div className="signed-in-only">
						<NavLink to={href('/account/guides')}>Your guides</NavLink>
					</div>
				</nav>
				<div className="hidden items-center gap-3 lg:flex">
					<ThemeSwitch />
					<div className="signed-out-only flex items-center gap-1">
						<ButtonLink to={signIn} variant="quiet" size="small">
							Sign In
						</ButtonLink>
						<ButtonLink to={signUp} size="small">
							Start Free
						</ButtonLink>
					</div>
					<SignedInCorner className="flex items-center gap-3" />
				</div>
				<PhoneMenu />
			</div>
			<NavigationLine />
			<noscript>
				<p className="page-width border-t border-rule py-3 font-display text-label">
					JavaScript is switched off. You can browse, but you need it to sign in, take a guide or buy one.
					Your guides are safe.
				</p>
			</noscript>
		</header>
	)
}

/** Shows a progress line while the next page loads, so that on a slow connection the visitor sees that a tap has worked. */
function NavigationLine() {
	const { state } = useNavigation()
	return state === 'idle' ? null : <div aria-hidden="true" className="navigation-line" />
}
