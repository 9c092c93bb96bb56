import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

interface ProductSectionProps {
	id?: string
	title: string
	/** A short remark in the margin. */
	note: ReactNode
	/** Lets the content extend into the margin. */
	wide?: boolean
	children: ReactNode
}

/** A section beside the buy box. Its margin is narrower than that of a section on other pages. */
export function ProductSection({ id, title, note, wide = false, children }: ProductSectionProps) {
	return (
		<section id={id} className="mt-14 scroll-mt-6 lg:mt-20">
			<div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 lg:grid-cols-[10rem_minmax(0,1fr)]">
				<div className="flex items-start gap-3 lg:row-span-2">
					<p className="margin-note max-w-60 lg:max-w-34 lg:pt-2">{note}</p>
					<span aria-hidden="true" className="mt-4.5 hidden min-w-3 grow border-t border-edge lg:block" />
				</div>
				<h2 className="text-heading">{title}</h2>
				{wide ? null : <div className="mt-4">{children}</div>}
			</div>
			{wide ? <div className="mt-5 lg:mt-8">{children}</div> : null}
		</section>
	)
}

/** A heading that opens the content below it. In print, the content is always open (`styles/print.css`). */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
	return (
		<details className="group border-b border-rule">
			<summary className="flex min-h-12 items-center justify-between gap-4 py-2.5 leading-tight font-semibold hover:text-press">
				{title}
				<Icon name="chevronDown" size={18} className="shrink-0 text-press group-open:rotate-180" />
			</summary>
			<div className="pb-5">{children}</div>
		</details>
	)
}
