import { z } from 'zod'

/**
 * What search engines require of a page's structured data, according to schema.org and Google's "Search gallery" for products,
 * breadcrumbs, questions and carousels. Ratings must not appear.
 */
const address = z.url({ protocol: /^https?$/ })
const reference = z.looseObject({ '@id': address })

const offer = z.strictObject({
	'@type': z.literal('Offer'),
	// The server fills the placeholder in.
	price: z.string().regex(/^(\d+\.\d{2}|__PRICE_[A-Z_]+__)$/),
	priceCurrency: z.literal('GBP'),
	availability: z.literal('https://schema.org/InStock'),
})

const product = z.strictObject({
	'@type': z.literal('Product'),
	'@id': address,
	name: z.string().min(1),
	description: z.string().min(1),
	image: z.array(address).min(1),
	brand: z.strictObject({ '@type': z.literal('Brand'), name: z.string().min(1) }),
	url: address,
	offers: offer,
})

/** A product whose file has been read: it says what it has for people who don't see it. */
const readProduct = product.extend({
	'@type': z.tuple([z.literal('Product'), z.literal('DigitalDocument')]),
	accessibilityFeature: z.array(z.enum(['taggedPDF', 'structuralNavigation', 'alternativeText'])).min(1),
	accessibilityHazard: z.literal('none').optional(),
	accessibilitySummary: z.string().min(1),
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
	hasMerchantReturnPolicy: z.strictObject({
		'@type': z.literal('MerchantReturnPolicy'),
		applicableCountry: z.literal('GB'),
		returnPolicyCategory: z.literal('https://schema.org/MerchantReturnFiniteReturnWindow'),
		merchantReturnDays: z.literal(14),
		itemCondition: z.literal('https://schema.org/NewCondition'),
		refundType: z.literal('https://schema.org/FullRefund'),
		returnFees: z.literal('https://schema.org/FreeReturn'),
		merchantReturnLink: address,
	}),
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
	'@graph': z.array(z.union([thingSchema, readProduct])).min(1),
})

function isCounted(elements: readonly { position: number }[]): boolean {
	return elements.every(({ position }, index) => position === index + 1)
}
