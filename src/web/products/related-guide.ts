import { useEffect, useState } from 'react'
import type { ProductPageContent, RelatedGuide } from '#catalogue/product-page.ts'
import { shelf } from '#catalogue/shelf.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { useIsOwned } from '#web/shop/owned.ts'

const contents = import.meta.glob<ProductPageContent>('/catalogue/*/page.ts', { import: 'handle' })
const none: readonly RelatedGuide[] = []

/**
 * Returns the guide that goes well with this one, and why: the first in the content of the guide's own page, or the second for
 * someone who owns the first. Null while the content is loading, if it can't be loaded, and if it names none.
 */
export function useRelatedGuide({ slug }: ShelfProduct): { product: ShelfProduct; why: string } | null {
	const [related, setRelated] = useState(none)

	useEffect(() => {
		let current = true
		contents[`/catalogue/${slug}/page.ts`]?.().then(
			(content) => {
				if (current) setRelated(content.related)
			},
			// Without a connection, the page leaves it out.
			() => undefined,
		)
		return () => {
			current = false
		}
	}, [slug])

	const [first, second] = related.flatMap((guide) => {
		const product = shelf.find((candidate) => candidate.slug === guide.slug)
		return product === undefined ? [] : [{ product, why: guide.why }]
	})
	const isFirstOwned = useIsOwned(first?.product.id ?? '')
	return (isFirstOwned ? second : undefined) ?? first ?? null
}
