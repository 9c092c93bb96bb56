import { useEffect, useState } from 'react'
import type { ProductPageContent, RelatedGuide } from '#catalogue/product-page.ts'
import { shelf } from '#catalogue/shelf.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { useOwnedIds } from '#web/shop/owned.ts'

const contents = import.meta.glob<ProductPageContent>('/catalogue/*/route.ts', { import: 'handle' })

/**
 * The content of a product's own page. Undefined while it is loading. Null if it can't be loaded; other pages then leave it out.
 */
export type GuideContent = ProductPageContent | null | undefined

/** Loads the content of a guide's own page. */
export function useGuideContent(product: ShelfProduct | undefined): GuideContent {
	const [content, setContent] = useState<GuideContent>(undefined)
	const slug = product?.slug
	useEffect(() => {
		const load = contents[`/catalogue/${slug}/route.ts`]
		let current = true
		// Not `lazyImport`, because that may reload the document, which would start a download again.
		load?.().then(
			(loaded) => {
				if (current) setContent(loaded)
			},
			() => {
				if (current) setContent(null)
			},
		)
		return () => {
			current = false
		}
	}, [slug])
	return content
}

type Related = { product: ShelfProduct; why: RelatedGuide['why'] } | undefined

/**
 * Takes the content of one guide. Returns another that goes well with it, and why: the first that the content names and the user
 * doesn't own. Undefined if there is none, and until the content and what the user owns are known.
 */
export function useRelatedGuide(content: GuideContent): Related {
	const ownedIds = useOwnedIds()
	return ownedIds === null ? undefined : relatedGuide(content, ownedIds)
}

export function relatedGuide(content: GuideContent, ownedIds: ReadonlySet<string>): Related {
	for (const { slug, why } of content?.related ?? []) {
		const product = shelf.find((candidate) => candidate.slug === slug)
		if (product !== undefined && !ownedIds.has(product.id)) return { product, why }
	}
	return
}
