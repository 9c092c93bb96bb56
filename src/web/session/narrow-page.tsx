import type { ReactNode } from 'react'

interface NarrowPageProps {
	/** Short remarks that stand in the margin where there is one, and below otherwise. */
	notes?: readonly string[]
	children: ReactNode
}

/** The one narrow column of the pages that are about the visitor alone: signing in, confirming, paying. */
export function NarrowPage({ notes = [], children }: NarrowPageProps) {
	return (
		<div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-24 gap-y-12 py-12 sm:py-20 lg:grid-cols-[minmax(0,28rem)_18rem]">
			<div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-5">{children}</div>
			{notes.length === 0 ? null : (
				<ul className="grid max-w-md content-start gap-6 lg:pt-32">
					{notes.map((note) => (
						<li key={note} className="margin-note border-l border-rule pl-4">
							{note}
						</li>
					))}
				</ul>
			)}
		</div>
	)
}
