import type { Product } from '#shared/catalogue-schema.ts'

/** A guide's chapters with the page each begins on, as in the guide itself. */
export function ContentsList({ contents }: { contents: Product['previewContent']['contents'] }) {
	return (
		<ol className="grid gap-x-12 md:grid-cols-2">
			{contents.map(({ title, page }) => (
				<li key={title} className="flex items-baseline gap-2 py-1">
					<span>{title}</span>
					<span aria-hidden="true" className="grow border-b border-dotted border-edge" />
					<span className="figures font-display text-label">
						<span className="sr-only">page </span>
						{page}
					</span>
				</li>
			))}
		</ol>
	)
}
