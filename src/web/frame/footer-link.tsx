import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function FooterLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<li>
			<Link to={to} className={footerLinkClass}>
				{children}
			</Link>
		</li>
	)
}

export const footerLinkClass =
	'inline-flex min-h-11 min-w-11 items-center text-soft underline-offset-4 hover:text-ink hover:underline'
