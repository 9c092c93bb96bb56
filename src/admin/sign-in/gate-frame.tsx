import { type ReactNode, useEffect } from 'react'

/** What stands before the pages: signing in, the second step, an invitation. */
export function GateFrame({ title, children }: { title: string; children: ReactNode }) {
	useEffect(() => {
		document.title = `${title} – Headstart admin`
	}, [title])
	return (
		<main id="content" tabIndex={-1} className="gate">
			<p className="admin-name">
				Headstart <span className="text-soft">admin</span>
			</p>
			<h1 className="text-heading">{title}</h1>
			{children}
		</main>
	)
}
