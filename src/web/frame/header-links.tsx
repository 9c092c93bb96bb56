import type { ReactNode } from 'react'
import { NavLink as RouterLink, useLocation } from 'react-router'
import { signInPath, stepPath, targetOf } from '#web/session/sign-in-paths.ts'
import { useQuery } from '#web/session/use-in-browser.ts'

/** A link of the main menu. If it leads to the current page, it is underlined and marked for screen readers. */
export function NavLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<RouterLink to={to} end className="nav-link">
			{children}
		</RouterLink>
	)
}

/** The look of both category menus, so that one can replace the other without a visible change. */
export const menuPanelClass = 'min-w-44 rounded-control border border-rule bg-sheet py-1.5 shadow-raised'

/** Returns the addresses of the sign-in and the sign-up form. While the visitor is signing in, both remember the page to return to. */
export function useAuthPaths(): { signIn: string; signUp: string } {
	const isStep = useLocation().pathname.startsWith('/auth')
	const target = targetOf(useQuery())
	const from = isStep ? target : '/'
	return { signIn: stepPath('/auth', from), signUp: signInPath(from, 'sign-up') }
}
