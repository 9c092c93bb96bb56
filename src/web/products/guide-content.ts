import { useEffect, useState } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import { useOwnedIds } from '#web/shop/owned.ts'
import type { ProductContent, RelatedProduct } from './product-content.ts'

/**
 * The content of a product's own page. Undefined while it is loading. Null if it can't be loaded; other pages then leave it out.
 */
export type GuideContent = ProductContent | null | undefined

/** Fetches the content of a product's own page. Throws if that fails. */
export async function fetchContent(product: Pick<ShelfProduct, 'slug'>): Promise<ProductContent> {
	const answer = await fetch(`${productPath(product)}/content.json`)
	if (!answer.ok) throw new Error(`The content of ${product.slug} could not be fetched`)
	return await answer.json()
}

/** Fetches the content of a guide's own page. */
export function useGuideContent(product: ShelfProduct | undefined): GuideContent {
	const [content, setContent] = useState<GuideContent>(undefined)
	const slug = product?.slug
	useEffect(() => {
		if (slug === undefined) return
		let current = true
		fetchContent({ slug }).then(
			(fetched) => {
				if (current) setContent(fetched)
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

/**
 * Takes the content of one guide. Returns another that goes well with it, and why: the first that the content names and the user
 * doesn't own. Undefined if there is none, and until the content and what the user owns are known.
 */
export function useRelatedGuide(content: GuideContent): RelatedProduct | undefined {
	const ownedIds = useOwnedIds()
	return ownedIds === null ? undefined : relatedGuide(content, ownedIds)
}

export function relatedGuide(
	content: GuideContent,
	ownedIds: ReadonlySet<string>,
): RelatedProduct | undefined {
	return content?.related.find(({ product }) => !ownedIds.has(product.id))
}
