import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

/** One place in the main menu; the place one is at is underlined and says so to screen readers. */
export function NavItem({ to, children }: { to: string; children: ReactNode }) {
	return (
		<NavLink to={to} end className={navItemClass}>
			{children}
		</NavLink>
	)
}

export const navItemClass =
	'flex min-h-11 items-center px-3 underline-offset-[0.4em] decoration-2 decoration-press hover:underline aria-[current=page]:underline'
