import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { penceToPounds } from '#shared/money.ts'
import { productPath } from '#web/products/find-product.ts'

/** One thing of schema.org, as it stands in a page's `@graph`. */
export interface SchemaOrgItem {
	'@type': string
	[property: string]: unknown
}

/** Who runs the site, and the site: said once, on the home page. */
export function organizationAndSite(origin: string): SchemaOrgItem[] {
	const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name: 'Headstart' }
	return [
		{ ...organization, url: `${origin}/`, logo: `${origin}/icon-512.png` },
		{
			'@type': 'WebSite',
			'@id': `${origin}/#website`,
			name: 'Headstart',
			url: `${origin}/`,
			inLanguage: 'en-GB',
			publisher: { '@id': organization['@id'] },
		},
	]
}

/**
 * A released product and what it costs; a free one is offered at 0. Ratings are left out on purpose: those of the catalogue
 * are figures of the specification and come from no buyers of this shop.
 */
export function productWithOffer(origin: string, product: ShelfProduct, picturePath: string): SchemaOrgItem {
	const url = `${origin}${productPath(product)}`
	return {
		'@type': 'Product',
		'@id': `${url}#product`,
		name: product.title,
		description: product.description,
		sku: product.id,
		category: product.category,
		image: [`${origin}${picturePath}`],
		brand: { '@type': 'Brand', name: 'Headstart' },
		url,
		offers: {
			'@type': 'Offer',
			url,
			price: penceToPounds(priceOf(product)).toFixed(2),
			priceCurrency: product.currency,
			availability: 'https://schema.org/InStock',
			seller: { '@type': 'Organization', '@id': `${origin}/#organization`, name: 'Headstart' },
		},
	}
}

/** Free is only what is said to be free: a missing price is no offer. */
function priceOf({ isFree, pricePence, slug }: ShelfProduct): number {
	if (isFree) return 0
	if (pricePence === null) throw new Error(`${slug} has no price and cannot be offered`)
	return pricePence
}

interface Step {
	name: string
	path: string
}

/** The way from the home page to a page, the page itself last. */
export function breadcrumbs(origin: string, steps: readonly Step[]): SchemaOrgItem {
	return {
		'@type': 'BreadcrumbList',
		itemListElement: steps.map(({ name, path }, index) => listItem(index, { name, url: `${origin}${path}` })),
	}
}

/** What stands on a shelf and has a page of its own. */
export function itemList(origin: string, name: string, products: readonly ShelfProduct[]): SchemaOrgItem {
	return {
		'@type': 'ItemList',
		name,
		itemListElement: products
			.filter(({ comingSoon }) => !comingSoon)
			.map((product, index) => ({
				'@type': 'ListItem',
				position: index + 1,
				name: product.title,
				url: `${origin}${productPath(product)}`,
			})),
	}
}

function listItem(index: number, { name, url }: { name: string; url: string }) {
	return { '@type': 'ListItem', position: index + 1, name, item: url }
}

/** Questions with the answers a page gives to them. */
export function faqPage(questions: readonly { question: string; answer: string }[]): SchemaOrgItem {
	return {
		'@type': 'FAQPage',
		mainEntity: questions.map(({ question, answer }) => ({
			'@type': 'Question',
			name: question,
			acceptedAnswer: { '@type': 'Answer', text: answer },
		})),
	}
}
