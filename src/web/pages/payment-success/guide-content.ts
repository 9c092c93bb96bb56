import { useEffect, useState } from 'react'
import type { ProductPageContent } from '#catalogue/product-page.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'

const contents = import.meta.glob<ProductPageContent>('/catalogue/*/page.ts', { import: 'handle' })

/** Returns what the product’s own page knows of a guide. Null until it has loaded, or if it can’t be: the page does without. */
export function useGuideContent(product: ShelfProduct | undefined): ProductPageContent | null {
	const [content, setContent] = useState<ProductPageContent | null>(null)
	const slug = product?.slug
	useEffect(() => {
		const load = contents[`/catalogue/${slug}/page.ts`]
		let current = true
		// Not `lazyImport`, which may reload the document: that would start the download again.
		load?.().then(
			(loaded) => {
				if (current) setContent(loaded)
			},
			() => undefined,
		)
		return () => {
			current = false
		}
	}, [slug])
	return content
}
