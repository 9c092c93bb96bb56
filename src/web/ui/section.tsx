import type { ReactNode } from 'react'

interface SectionProps {
	/** The section's anchor. */
	id?: string
	title: string
	/** A short remark in the margin. */
	note: ReactNode
	/** Leaves the note out on a phone, which has no margin. */
	brief?: boolean
	/** Lets the content extend into the margin. */
	wide?: boolean
	children: ReactNode
}

/** A section of a long page, with a note in the left margin and a thin line from it to the heading. */
export function Section({ id, title, note, brief = false, wide = false, children }: SectionProps) {
	return (
		<section id={id} className="page-width mt-10 scroll-mt-6 sm:mt-18 lg:mt-28">
			<div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1.5 sm:gap-y-3 lg:grid-cols-[13rem_minmax(0,1fr)]">
				<div className={`flex items-start gap-4 lg:row-span-2 ${brief ? 'max-sm:hidden' : ''}`}>
					<p className="margin-note sm:max-w-60 lg:max-w-34 lg:pt-2.5">{note}</p>
					<span aria-hidden="true" className="mt-5 hidden min-w-4 grow border-t border-edge lg:block" />
				</div>
				<h2 className="text-heading">{title}</h2>
				{wide ? null : <div className="mt-4 sm:mt-5">{children}</div>}
			</div>
			{wide ? <div className="mt-4 sm:mt-6 lg:mt-10">{children}</div> : null}
		</section>
	)
}

interface AnnotatedProps {
	note: ReactNode
	/** Whether there is more room above it. */
	apart?: boolean
	children: ReactNode
}

/** A part of a text with what comments on it in the left margin, and a thin line from it to the text. */
export function Annotated({ note, apart = false, children }: AnnotatedProps) {
	return (
		<div
			className={`grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1.5 sm:gap-y-3 lg:grid-cols-[13rem_minmax(0,1fr)] ${apart ? 'mt-6' : ''}`}
		>
			<div className="flex items-start gap-4">
				{note}
				{note === null ? null : (
					<span aria-hidden="true" className="mt-3 hidden min-w-4 grow border-t border-edge lg:block" />
				)}
			</div>
			<div className="grid max-w-measure gap-4 *:min-w-0">{children}</div>
		</div>
	)
}

/** A list of sentences with a short line as the bullet. */
export function BulletList({ items, className = '' }: { items: readonly ReactNode[]; className?: string }) {
	return (
		<ul className={`grid content-start gap-3 ${className}`}>
			{items.map((item, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the items have no names and never move
				<li key={index} className="relative pl-7">
					<span aria-hidden="true" className="absolute top-[0.8em] left-0 w-4 border-t border-ink" />
					{item}
				</li>
			))}
		</ul>
	)
}
