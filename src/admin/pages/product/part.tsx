import type { ReactNode } from 'react'
import type { Answer } from '#shared/admin/api.ts'

export type Product = Answer<'product'>

/** The props of each part of a product's page. */
export interface PartProps {
	product: Product
	isOwner: boolean
	onDone: () => void
}

/** A section of the page. The buttons for what an owner may do are beside its title. */
export function Part({ title, acts, children }: { title: string; acts: ReactNode; children: ReactNode }) {
	const id = title.toLowerCase()
	return (
		<section aria-labelledby={id}>
			<div className="section-head">
				<h2 id={id} className="section-title">
					{title}
				</h2>
				{acts}
			</div>
			{children}
		</section>
	)
}
