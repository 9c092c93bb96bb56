import type { ReactNode } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { coverOf } from '#web/products/product-cover.tsx'
import { useShelf } from '#web/site/use-shelf.ts'
import { Picture } from '#web/ui/picture.tsx'
import { MarginNotes } from './narrow-page.tsx'

/** Returns the guides that need only an account. */
export function useFreeGuides(): ShelfProduct[] {
	return useShelf().filter(({ comingSoon, isFree }) => isFree && !comingSoon)
}

const places = ['absolute inset-0 translate-x-[62%] translate-y-[6%] rotate-[5deg]', 'relative -rotate-3']

interface StepAsideProps {
	/** Short remarks about the step. */
	notes: readonly string[]
	/** A caption for the pages, if the step has one. */
	caption?: ReactNode
}

/** Shown beside a step if no guide is waiting: remarks and, on a laptop, the covers of two free guides. */
export function StepAside({ notes, caption }: StepAsideProps) {
	const covers = useFreeGuides()
		.slice(0, places.length)
		.map(coverOf)
		.filter((cover) => cover !== undefined)
	return (
		<div className="grid gap-y-16 pt-4 lg:pt-10">
			<figure className="hidden items-end gap-x-36 gap-y-10 lg:grid xl:grid-cols-[auto_minmax(0,1fr)]">
				<div className="relative w-48">
					{covers.toReversed().map((cover, index) => (
						<div key={cover.src} className={`leaf ${places[index] ?? ''}`}>
							<Picture {...cover} sizes="12rem" />
						</div>
					))}
				</div>
				{caption === undefined ? null : (
					<figcaption className="margin-note flex items-start gap-2">
						<span aria-hidden="true" className="mt-2.5 w-6 shrink-0 border-t border-edge" />
						<span>{caption}</span>
					</figcaption>
				)}
			</figure>
			<MarginNotes notes={notes} />
		</div>
	)
}
