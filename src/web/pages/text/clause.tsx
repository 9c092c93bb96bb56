import type { ReactNode } from 'react'

interface ClauseProps {
	id?: string | undefined
	title: string
	children: ReactNode
}

/** A section with its heading, which is in the margin on wide screens. */
export function Clause({ id, title, children }: ClauseProps) {
	return (
		<section
			id={id}
			className="mt-8 grid scroll-mt-6 gap-x-10 gap-y-2 border-t border-rule pt-6 lg:grid-cols-[15rem_1fr]"
		>
			<h2 className="text-subheading">{title}</h2>
			<div className="grid max-w-measure gap-4 *:min-w-0">{children}</div>
		</section>
	)
}
