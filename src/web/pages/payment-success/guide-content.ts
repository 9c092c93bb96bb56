import { useEffect, useState } from 'react'
import type { ProductPageContent } from '#catalogue/product-page.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'

const contents = import.meta.glob<ProductPageContent>('/catalogue/*/page.ts', { import: 'handle' })

/** The content of a product's own page. Undefined until it has loaded; null if it can't be loaded, and the page does without it. */
export type GuideContent = ProductPageContent | null | undefined

/** Loads the content of a guide's own page. */
export function useGuideContent(product: ShelfProduct | undefined): GuideContent {
	const [content, setContent] = useState<GuideContent>(undefined)
	const slug = product?.slug
	useEffect(() => {
		const load = contents[`/catalogue/${slug}/page.ts`]
		let current = true
		// Not `lazyImport`, which may reload the document: that would start the download again.
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
