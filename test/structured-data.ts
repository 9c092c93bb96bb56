import { z } from 'zod'

/**
 * What search engines require of a page's structured data, according to schema.org and Google's "Search gallery" for products,
 * breadcrumbs, questions and carousels. Ratings must not appear.
 */
const address = z.url({ protocol: /^https?$/ })
const reference = z.looseObject({ '@id': address })

const offer = z.strictObject({
	'@type': z.literal('Offer'),
	url: address,
	// The server fills the placeholder in.
	price: z.string().regex(/^(\d+\.\d{2}|__PRICE_[A-Z_]+__)$/),
	priceCurrency: z.literal('GBP'),
	availability: z.literal('https://schema.org/InStock'),
	seller: reference,
})

const product = z.strictObject({
	'@type': z.literal('Product'),
	'@id': address,
	name: z.string().min(1),
	description: z.string().min(1),
	sku: z.string().min(1),
	category: z.string().min(1),
	image: z.array(address).min(1),
	brand: z.strictObject({ '@type': z.literal('Brand'), name: z.string().min(1) }),
	url: address,
	offers: offer,
})

const breadcrumbList = z.strictObject({
	'@type': z.literal('BreadcrumbList'),
	itemListElement: z
		.array(
			z.strictObject({
				'@type': z.literal('ListItem'),
				position: z.int().positive(),
				name: z.string().min(1),
				item: address,
			}),
		)
		.min(2)
		.refine(isCounted, 'positions count from 1'),
})

const itemList = z.strictObject({
	'@type': z.literal('ItemList'),
	name: z.string().min(1),
	itemListElement: z
		.array(
			z.strictObject({
				'@type': z.literal('ListItem'),
				position: z.int().positive(),
				name: z.string().min(1),
				url: address,
			}),
		)
		.refine(isCounted, 'positions count from 1'),
})

const faqPage = z.strictObject({
	'@type': z.literal('FAQPage'),
	mainEntity: z
		.array(
			z.strictObject({
				'@type': z.literal('Question'),
				name: z.string().endsWith('?').or(z.string().endsWith('.')),
				acceptedAnswer: z.strictObject({ '@type': z.literal('Answer'), text: z.string().min(20) }),
			}),
		)
		.min(1),
})

const organization = z.strictObject({
	'@type': z.literal('Organization'),
	'@id': address,
	name: z.string().min(1),
	url: address,
	logo: address,
})

const webSite = z.strictObject({
	'@type': z.literal('WebSite'),
	'@id': address,
	name: z.string().min(1),
	url: address,
	inLanguage: z.literal('en-GB'),
	publisher: reference,
})

export const thingSchema = z.discriminatedUnion('@type', [
	product,
	breadcrumbList,
	itemList,
	faqPage,
	organization,
	webSite,
])

/** Returns a page's structured data. */
export const structuredDataSchema = z.strictObject({
	'@context': z.literal('https://schema.org'),
	'@graph': z.array(thingSchema).min(1),
})

function isCounted(elements: readonly { position: number }[]): boolean {
	return elements.every(({ position }, index) => position === index + 1)
}
