import { categoryPath } from '#shared/categories.ts'
import { productPath } from '#shared/paths.ts'
import { openGraphPath } from '#web/head/page-meta.ts'
import {
	accessibilityOf,
	breadcrumbs,
	faqPage,
	productWithOffer,
	type SchemaOrgItem,
} from '#web/head/schema-org.ts'
import { siteOrigin } from '#web/site/site-settings.ts'
import type { ProductTexts } from './pieces.tsx'

/** Describes a product, its place in the shop and its questions for search engines. */
export function structuredDataOf({ content, reviews }: ProductTexts): SchemaOrgItem[] {
	const { product, previewPicture, previewPath, questions } = content
	const origin = siteOrigin()
	const picture = previewPath ?? openGraphPath(previewPicture === null ? 'design' : product.slug)
	return [
		{ ...productWithOffer(origin, product, picture, reviews), ...accessibilityOf(product.previewContent) },
		breadcrumbs(origin, [
			{ name: 'Home', path: '/' },
			{ name: product.category, path: categoryPath(product.category) },
			{ name: product.title, path: productPath(product) },
		]),
		faqPage(questions),
	]
}
