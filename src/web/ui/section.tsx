import type { ReactNode } from 'react'

interface SectionProps {
	/** For the address of the section. */
	id?: string
	title: string
	/** A few words in the margin, as from someone who has been here before. */
	note: ReactNode
	/** Lets the content use the width of the margin as well. */
	wide?: boolean
	children: ReactNode
}

/** A section of a long page: the note stands in the left margin, a thin line leads from it to the heading. */
export function Section({ id, title, note, wide = false, children }: SectionProps) {
	return (
		<section id={id} className="page-width mt-18 scroll-mt-6 lg:mt-28">
			<div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 lg:grid-cols-[13rem_minmax(0,1fr)]">
				<div className="flex items-start gap-4 lg:row-span-2">
					<p className="margin-note max-w-60 lg:max-w-34 lg:pt-2.5">{note}</p>
					<span aria-hidden="true" className="mt-5 hidden min-w-4 grow border-t border-edge lg:block" />
				</div>
				<h2 className="text-heading">{title}</h2>
				{wide ? null : <div className="mt-5">{children}</div>}
			</div>
			{wide ? <div className="mt-6 lg:mt-10">{children}</div> : null}
		</section>
	)
}
