import type { ReactNode } from 'react'
import { SiteOnly } from '#web/site/conditional-content.tsx'

/** When the wording of the terms, refunds and privacy pages last changed. */
export const legalTextsChanged = '24 November 2026'

interface LegalPageProps {
	title: string
	intro: ReactNode
	/** When the text last changed; null on the contact page, which has no legal text. */
	changed: string | null
	children: ReactNode
}

/** The layout of the contact page and the legal pages. */
export function LegalPage({ title, intro, changed, children }: LegalPageProps) {
	return (
		<article className="page-width pt-10 lg:pt-16">
			<SiteOnly when="sample-details" className="mb-8 border-l-4 border-marker bg-sheet px-5 py-3">
				<p className="font-display text-label">
					<strong>Sample details.</strong> This is a test shop. Nothing is sold here, and the owner hasn’t
					entered their own details yet.
				</p>
			</SiteOnly>
			<h1 className="text-title">{title}</h1>
			<div className="mt-4 max-w-measure text-lead text-soft">{intro}</div>
			{changed === null ? null : <p className="margin-note mt-4">Last changed on {changed}.</p>}
			<div className="mt-4">{children}</div>
		</article>
	)
}

interface ClauseProps {
	id?: string
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
