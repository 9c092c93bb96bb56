import type Stripe from 'stripe'
import type { MoneySettings } from '#server/config/money-settings.ts'
import { isLocalHost } from '#server/config/setting-fields.ts'
import type { CheckoutRequest, ShownProduct } from '#server/shop/payment-provider.ts'
import { termsWords } from '#shared/delivery-consent.ts'
import { euChoice, euNote, type SalesArea, saleNotice, sellerTo } from '#shared/where-we-sell.ts'

/** The settings of the hosted checkout. */
export type CheckoutSettings = Pick<MoneySettings, 'promotionCodes' | 'automaticTax' | 'invoices' | 'taxIds'>

interface CheckoutSessionOptions extends PictureOptions {
	checkout: CheckoutSettings
}

interface PictureOptions {
	siteUrl: string
	isSandbox: boolean
}

/**
 * Returns the parameters of a new Checkout Session. They must depend only on the request and the settings, because Stripe refuses
 * a repeated request that differs in any way.
 */
export function checkoutSessionParameters(
	request: CheckoutRequest,
	options: CheckoutSessionOptions,
): Stripe.Checkout.SessionCreateParams {
	const { siteUrl, checkout } = options
	const metadata = {
		purchase_id: request.purchaseId,
		user_id: request.userId,
		catalogue_id: request.catalogueId,
	}
	const isManaged = request.soldBy === 'stripe'
	const suffix = isManaged ? undefined : statementSuffix(request.shortName)
	const { linkCode } = request
	// Stripe takes either a code or a field for codes.
	const takesCodes =
		linkCode === null &&
		(request.codeField === 'as set' ? checkout.promotionCodes : request.codeField !== 'hidden')
	// Stripe refuses a Checkout Session with a product that the owner has removed there. The second attempt therefore leaves the
	// product out; codes that are limited to it then can't be used.
	const namesProduct =
		linkCode?.isByProduct ?? (request.codeField === 'shown for product' && request.attempt === 1)
	const submitText = [
		// The order lists the guides of a bundle, but not its name.
		...(request.lines.length > 1 ? [`These guides are the bundle “${request.productName}”.`] : []),
		...(isManaged ? [] : saleText(request.soldIn, siteUrl)),
	]
	return {
		mode: 'payment',
		client_reference_id: request.purchaseId,
		// An account that signs in by phone or wallet may have no email address. Stripe refuses an empty address. If the parameter
		// is left out, the payment page asks for the address.
		...(request.customerEmail === '' ? {} : { customer_email: request.customerEmail }),
		metadata,
		payment_intent_data: {
			metadata,
			description: request.productName,
			...(suffix === undefined ? {} : { statement_descriptor_suffix: suffix }),
		},
		line_items: request.lines.map((line) => ({
			quantity: 1,
			price_data: {
				currency: request.currency.toLowerCase(),
				unit_amount: line.pricePence,
				...(namesProduct
					? { product: line.providerProductId }
					: { product_data: productData(line, options) }),
				// The price shown is the price paid: it includes VAT. Left out, the account's default would decide.
				tax_behavior: 'inclusive',
			},
		})),
		// For thirty days, buyers can open an expired Checkout Session again. The new one has a copy of our metadata, so the shop can
		// find the purchase that it pays for.
		after_expiration: { recovery: { enabled: true, allow_promotion_codes: takesCodes } },
		...(takesCodes ? { allow_promotion_codes: true } : {}),
		...(linkCode === null ? {} : { discounts: [{ promotion_code: linkCode.promotionCodeId }] }),
		...(isManaged ? { managed_payments: { enabled: true } } : ownSale(checkout)),
		// Stripe can also ask for consent to promotional emails, but only for American shops.
		consent_collection: { terms_of_service: 'required' },
		custom_text: {
			// Stripe shows this instead of its own sentence, which links to the terms.
			terms_of_service_acceptance: {
				message: request.consentWording.replace(termsWords, `[${termsWords}](${siteUrl}/terms)`),
			},
			...(submitText.length === 0 ? {} : { submit: { message: submitText.join(' ') } }),
		},
		expires_at: Math.floor(request.expiresAt.getTime() / 1000),
		success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
		cancel_url: `${siteUrl}/premium?checkout=cancelled&product=${request.catalogueId}`,
	}
}

/** Returns the parameters that Stripe decides itself where it is the merchant of record. */
function ownSale({ automaticTax, invoices, taxIds }: CheckoutSettings) {
	return {
		adaptive_pricing: { enabled: false },
		// Sent even if it is off, because an account can turn tax on for every Checkout Session that doesn't say.
		automatic_tax: { enabled: automaticTax },
		...(invoices ? { invoice_creation: { enabled: true } } : {}),
		...(taxIds ? { tax_id_collection: { enabled: true } } : {}),
	}
}

/** Says, above the button that pays, for whom this page is not. */
function saleText(area: SalesArea, siteUrl: string): string[] {
	const notice = saleNotice(area)
	if (notice === null && sellerTo(area, 'eu') === 'shop') return [euNote]
	return [
		notice === null
			? `If you live in the European Union, please go back to the guide’s page first and tick “${euChoice}”.`
			: `${notice} please take our [free guides](${siteUrl}/free) instead.`,
	]
}

/** Returns a product as the payment page shows it. */
export function productData(product: ShownProduct, { siteUrl, isSandbox }: PictureOptions) {
	// Stripe downloads the picture, and cannot reach a site that runs on this machine. The sandbox can.
	const showsPicture = isSandbox || !isLocalHost(new URL(siteUrl).hostname)
	return {
		name: product.productName,
		description: product.description,
		...(showsPicture ? { images: [`${siteUrl}${product.picturePath}`] } : {}),
		tax_code: product.taxCode,
		metadata: { catalogue_id: product.catalogueId },
	}
}

// A descriptor has 22 characters: the account's prefix of up to ten, an asterisk, a space, and this suffix.
const longest = 10

/**
 * Returns the text after the shop's name on a bank statement. By Stripe's rules it has only plain Latin characters without < > \\
 * ' " *, and at least one letter. Undefined if the name has no such letter.
 */
export function statementSuffix(name: string): string | undefined {
	const printable = name
		.normalize('NFKD')
		.replace(/[^\x20-\x7e]|[<>\\'"*]/g, '')
		.replace(/\s+/g, ' ')
		.trim()
		.toUpperCase()
	const whole =
		printable.length <= longest ? printable : printable.slice(0, longest + 1).replace(/ [^ ]*$/, '')
	const suffix = whole.slice(0, longest).trim()
	return /[A-Z]/.test(suffix) ? suffix : undefined
}
