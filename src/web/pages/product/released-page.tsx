import { href, type MetaArgs, useParams } from 'react-router'
import { insides } from '#catalogue/insides.ts'
import { freeQuestions, type ProductPageContent, paidQuestions } from '#catalogue/product-page.ts'
import { isReleasedByOwner, shelf } from '#catalogue/shelf.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { metaOf, ProductView } from './product-view.tsx'

export function meta({ params }: MetaArgs) {
	const product = releasedAt(params.slug)
	if (product !== undefined) return metaOf(contentOf(product))
	return pageMeta({
		title: 'Page not found',
		description: 'There is no page at this address.',
		path: null,
		indexed: false,
	})
}

/**
 * The page of a product that an owner has released in the admin. It shows what the catalogue says is planned for the product.
 * Pictures and contents come only with the next version of the shop. The page is prerendered once, as `/products/404`, for all
 * addresses without a page of their own.
 */
export default function ReleasedPage() {
	const product = releasedAt(useParams().slug)
	return product === undefined ? <UnknownGuide /> : <ProductView content={contentOf(product)} />
}

function releasedAt(slug = ''): ShelfProduct | undefined {
	return shelf.find((product) => product.slug === slug.toLowerCase() && isReleasedByOwner(product))
}

function contentOf(product: ShelfProduct): ProductPageContent {
	const { title, description, isFree, edition, previewContent } = product
	return {
		product: {
			...product,
			// Shown as the length, because the number of pages is not known.
			readingTime: `One ${previewContent.format}`,
			taxCode: null,
			edition: edition && { ...edition, changes: 'First edition.' },
			previewContent: {
				...previewContent,
				whatYouGet: import.meta.env.SSR ? [...(insides[product.slug] ?? [])] : [],
				...{ features: [], contents: [], files: [], furtherFiles: [], bytes: null },
			},
		},
		title: isFree ? `${title}, free` : title,
		description,
		author: 'Headstart',
		...{ gallery: [], openGraph: { sheets: [], alt: '' }, files: {} },
		notes: { inside: '', get: 'Yours to keep, with every new edition.' },
		questions: import.meta.env.SSR ? (isFree ? freeQuestions : paidQuestions) : [],
		related: shelf
			.filter((other) => !other.comingSoon && other.slug !== product.slug && other.isFree)
			.slice(0, 2)
			.map(({ slug }) => ({ slug, why: 'Free to start with' })),
	}
}

function UnknownGuide() {
	return (
		<div className="page-width py-16 lg:py-24">
			<h1 className="text-title">
				Oops! <span className="marked">Page not found</span>
			</h1>
			<p className="mt-4 max-w-measure text-lead text-soft">
				The address may be misspelt, or the guide isn’t out yet.
			</p>
			<p className="mt-8">
				<ButtonLink to={href('/')}>See all guides</ButtonLink>
			</p>
		</div>
	)
}
