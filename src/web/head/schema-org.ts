import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import type { PublishedArticle } from '#shared/content/article.ts'
import { articlePath, productPath } from '#shared/paths.ts'
import { refundDays } from '#shared/refund-limits.ts'
import { iconPath, iconSource } from '#shared/shop-icon.ts'
import type { ReviewSummary } from '#shared/shop-state.ts'
import { accessFact, pricePounds } from '#web/products/facts.ts'
import type { PageProduct } from '#web/products/product-content.ts'
import { shopName, siteWords } from '#web/site/site-settings.ts'

/** An item of a page's `@graph`. */
export interface SchemaOrgItem {
	'@type': string | readonly string[]
	[property: string]: unknown
}

/** Describes the organisation and the site, for the home page. */
export function organizationAndSite(origin: string): SchemaOrgItem[] {
	const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name: shopName() }
	return [
		{
			...organization,
			url: `${origin}/`,
			logo: `${origin}${iconPath(iconSource(siteWords()), 'icon-512.png')}`,
			hasMerchantReturnPolicy: returnPolicy(origin),
		},
		{
			'@type': 'WebSite',
			'@id': `${origin}/#website`,
			name: shopName(),
			url: `${origin}/`,
			inLanguage: 'en-GB',
			publisher: { '@id': organization['@id'] },
		},
	]
}

/** The promise that the consent at the checkout repeats: who hasn't opened a guide is refunded. */
function returnPolicy(origin: string): SchemaOrgItem {
	return {
		'@type': 'MerchantReturnPolicy',
		applicableCountry: 'GB',
		returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
		merchantReturnDays: refundDays,
		itemCondition: 'https://schema.org/NewCondition',
		refundType: 'https://schema.org/FullRefund',
		returnFees: 'https://schema.org/FreeReturn',
		merchantReturnLink: `${origin}/refunds`,
	}
}

const accessFeatures = {
	tags: 'taggedPDF',
	headings: 'structuralNavigation',
	descriptions: 'alternativeText',
} as const

/** Describes what is known of a guide for people who don't see it. Nothing, if nothing has read its file. */
export function accessibilityOf(content: PageProduct['previewContent']): Partial<SchemaOrgItem> {
	const { access = [] } = content
	const accessibilitySummary = accessFact(content)
	if (accessibilitySummary === undefined) return {}
	return {
		'@type': ['Product', 'DigitalDocument'],
		accessibilityFeature: access.flatMap((fact) => (fact === 'still' ? [] : [accessFeatures[fact]])),
		...(access.includes('still') ? { accessibilityHazard: 'none' } : {}),
		accessibilitySummary,
	}
}

/**
 * Describes a released product, its offer and its reviews; a free product costs 0. Leaves out the catalogue's ratings, because buyers
 * of this shop did not give them.
 */
export function productWithOffer(
	origin: string,
	product: ShelfProduct,
	picturePath: string,
	reviews: ReviewSummary | null,
): SchemaOrgItem {
	const url = `${origin}${productPath(product)}`
	return {
		'@type': 'Product',
		'@id': `${url}#product`,
		name: product.title,
		description: product.description,
		image: [`${origin}${picturePath}`],
		brand: { '@type': 'Brand', name: shopName() },
		url,
		offers: {
			'@type': 'Offer',
			price: priceOf(product),
			priceCurrency: product.currency,
			availability: 'https://schema.org/InStock',
		},
		...(reviews === null || reviews.count === 0 ? {} : ratingAndReviews(reviews)),
	}
}

function ratingAndReviews({ average, count, newest }: ReviewSummary) {
	return {
		aggregateRating: {
			'@type': 'AggregateRating',
			ratingValue: Number(average.toFixed(1)),
			ratingCount: count,
			bestRating: 5,
			worstRating: 1,
		},
		review: newest.map(({ rating, body, author_name, month }) => ({
			'@type': 'Review',
			author: { '@type': 'Person', name: author_name },
			datePublished: month,
			reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
			...(body === '' ? {} : { reviewBody: body }),
		})),
	}
}

/** Returns 0 only if the product is marked as free. Throws if it is coming soon or has no price. */
function priceOf(product: ShelfProduct): string {
	const price = product.isFree ? '0.00' : pricePounds(product)
	if (product.comingSoon || !price) throw new Error(`${product.slug} cannot be offered`)
	return price
}

interface Step {
	name: string
	path: string
}

/** Describes the path from the home page to this page, which comes last. */
export function breadcrumbs(origin: string, steps: readonly Step[]): SchemaOrgItem {
	return {
		'@type': 'BreadcrumbList',
		itemListElement: steps.map(({ name, path }, index) => listItem(index, { name, url: `${origin}${path}` })),
	}
}

/** Lists the products that have a page. */
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

/** Describes an article. `picturePath` is that of its picture; undefined if it has none. */
export function articleItem(
	origin: string,
	article: PublishedArticle,
	picturePath: string | undefined,
): SchemaOrgItem {
	const url = `${origin}${articlePath(article)}`
	return {
		'@type': 'Article',
		'@id': `${url}#article`,
		url,
		headline: article.title,
		description: article.summary,
		inLanguage: 'en-GB',
		datePublished: article.publishedAt,
		dateModified: article.changedAt,
		author: { '@type': 'Person', name: article.author },
		publisher: { '@type': 'Organization', '@id': `${origin}/#organization`, name: shopName() },
		...(picturePath === undefined ? {} : { image: [`${origin}${picturePath}`] }),
		citation: article.sources.map(({ name, address }) => ({
			'@type': 'CreativeWork',
			name,
			url: address,
		})),
	}
}

/** Describes the questions that a page answers. */
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
