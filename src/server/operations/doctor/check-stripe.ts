import Stripe from 'stripe'
import type { CheckoutSettings } from '#server/adapters/payments/checkout-session-parameters.ts'
import { isLiveKey } from '#server/adapters/payments/stripe-account.ts'
import { neededEvents } from '#server/adapters/payments/stripe-events.ts'
import {
	type AskStripe,
	checkPermissions,
	lackOf,
	missingPermission,
} from '#server/operations/doctor/check-permissions.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { counted } from '#shared/wording.ts'

const about = 'Stripe'

interface CheckStripe {
	ask: AskStripe
	secretKey: string
	siteUrl: string
	isPublic: boolean
	/** Whether the sandbox answers in Stripe's place. */
	isSandbox: boolean
	checkout: CheckoutSettings
	catalogue: readonly Product[]
}

/**
 * Checks with Stripe itself: the key and its permissions, the webhook, undelivered events, whether a checkout can be opened,
 * and the prices stored at Stripe. If a permission for a check is missing, only the missing permission is reported.
 */
export async function checkStripe(check: CheckStripe): Promise<Finding[]> {
	const key = await checkKey(check)
	if (key.level === 'error') return [key]
	const findings = [key, ...(await checkPermissions(check.ask))]
	for (const look of [checkEndpoint, checkDeliveries, checkCheckout, checkPrices]) {
		try {
			findings.push(...(await look(check)))
		} catch (error) {
			const permission = missingPermission(error)
			if (permission === undefined) throw error
			const lack = lackOf(permission)
			if (!findings.some(({ says }) => says === lack.says)) findings.push(lack)
		}
	}
	return findings
}

async function checkKey({ ask, secretKey, isPublic, isSandbox }: CheckStripe): Promise<Finding> {
	try {
		await ask((stripe) => stripe.checkout.sessions.list({ limit: 1 }))
	} catch (error) {
		if (isOutage(error)) return outageFinding(error)
		if (missingPermission(error) === undefined)
			return {
				level: 'error',
				about,
				says: `does not accept our key: ${messageOf(error)}`,
				todo: 'Copy STRIPE_SECRET_KEY again from https://dashboard.stripe.com/apikeys.',
			}
	}
	if (isSandbox) return { level: 'ok', about, says: 'the sandbox replaces it: no real money moves' }
	const isLive = isLiveKey(secretKey)
	if (isLive || !isPublic)
		return { level: 'ok', about, says: `accepts our key, in ${isLive ? 'live' : 'test'} mode` }
	return {
		level: 'warning',
		about,
		says: 'accepts our key, in test mode, on a public site: guides are delivered and no real money comes in',
		todo: 'Set a key of live mode (sk_live_… or rk_live_…) when you want to sell.',
	}
}

async function checkEndpoint({ ask, siteUrl, isSandbox }: CheckStripe): Promise<Finding[]> {
	const path = '/functions/v1/stripe-webhook'
	const endpoints = await ask((stripe) =>
		stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 }),
	)
	const ours = endpoints.filter(({ url }) => (isSandbox ? url.endsWith(path) : url === `${siteUrl}${path}`))
	const endpoint = ours.find(({ status }) => status === 'enabled') ?? ours[0]
	const todo = `At https://dashboard.stripe.com/webhooks: an endpoint ${siteUrl}${path} with the payload style Snapshot and ${neededEvents.join(', ')}.`
	if (endpoint === undefined)
		return [{ level: 'error', about, says: 'has no webhook endpoint for this shop', todo }]
	if (endpoint.status !== 'enabled')
		return [{ level: 'error', about, says: 'has disabled our webhook endpoint', todo }]
	const missing = endpoint.enabled_events.includes('*')
		? []
		: neededEvents.filter((name) => !endpoint.enabled_events.includes(name))
	return [
		missing.length === 0
			? { level: 'ok', about, says: 'sends our webhook every event it needs' }
			: { level: 'error', about, says: `does not send our webhook ${missing.join(', ')}`, todo },
		versionFinding(endpoint.api_version),
		...(ours.length > 1
			? [
					{
						level: 'warning' as const,
						about,
						says: `has ${ours.length} webhook endpoints with our address`,
						todo: 'Delete all but the one whose secret is STRIPE_WEBHOOK_SECRET.',
					},
				]
			: []),
	]
}

/**
 * Checks the API version of the webhook endpoint. The version is fixed when the endpoint is created, and decides the shape of
 * the endpoint's events.
 */
function versionFinding(version: string | null): Finding {
	if (version === Stripe.API_VERSION)
		return { level: 'ok', about, says: `sends our webhook events of version ${version}` }
	const todo = `At https://dashboard.stripe.com/webhooks, make a new endpoint with the API version ${Stripe.API_VERSION}, set its secret as STRIPE_WEBHOOK_SECRET, and delete the old one.`
	if (version === null)
		return {
			level: 'warning',
			about,
			says: 'sends our webhook events of the default version of the account',
			todo,
		}
	return {
		level: 'error',
		about,
		says: `sends our webhook events of version ${version}, and we read those of ${Stripe.API_VERSION}`,
		todo,
	}
}

const quietSeconds = 120

/** Checks for undelivered events. They are the only sign that Stripe signs with a secret other than the one in the settings. */
async function checkDeliveries({ ask }: CheckStripe): Promise<Finding[]> {
	const { data } = await ask((stripe) =>
		stripe.events.list({ delivery_success: false, types: [...neededEvents], limit: 100 }),
	)
	const now = Date.now() / 1000
	const waiting = data.filter(({ created }) => now - created > quietSeconds)
	if (waiting.length === 0) return [{ level: 'ok', about, says: 'has delivered every event to our webhook' }]
	return [
		{
			level: 'error',
			about,
			says: `could not deliver ${counted(waiting.length, 'event')} to our webhook, for example ${waiting[0]?.type}`,
			todo: 'Compare STRIPE_WEBHOOK_SECRET with the signing secret of the endpoint, and look at our responses in the dashboard.',
		},
	]
}

const leastCheckoutSessionSeconds = 31 * 60
const trialPence = 100

/**
 * Opens a checkout like the shop's and closes it at once. Nobody can pay it, and nothing is charged. What the shop asks for
 * overrides the account's defaults; the answer shows whether it did.
 */
async function checkCheckout({ ask, siteUrl, checkout }: CheckStripe): Promise<Finding[]> {
	try {
		const checkoutSession = await ask((stripe) =>
			stripe.checkout.sessions.create({
				mode: 'payment',
				line_items: [
					{
						quantity: 1,
						price_data: {
							currency: 'gbp',
							unit_amount: trialPence,
							tax_behavior: 'inclusive',
							product_data: { name: 'Set-up check, not for sale' },
						},
					},
				],
				adaptive_pricing: { enabled: false },
				automatic_tax: { enabled: checkout.automaticTax },
				consent_collection: { terms_of_service: 'required' },
				expand: ['line_items'],
				expires_at: Math.floor(Date.now() / 1000) + leastCheckoutSessionSeconds,
				success_url: `${siteUrl}/`,
			}),
		)
		await ask((stripe) => stripe.checkout.sessions.expire(checkoutSession.id))
		return [
			{ level: 'ok', about, says: 'opens a checkout that asks for consent' },
			taxFinding(checkoutSession, checkout.automaticTax),
		]
	} catch (error) {
		if (missingPermission(error) !== undefined) throw error
		if (isOutage(error)) return [outageFinding(error)]
		return [
			{
				level: 'error',
				about,
				says: `opens no checkout: ${messageOf(error)}`,
				todo: 'Complete the account, and give the terms of service address at https://dashboard.stripe.com/settings/public.',
			},
		]
	}
}

/** Compares the tax of the trial checkout with the settings. A sale whose tax comes on top of the price would be put on hold. */
function taxFinding(trial: Stripe.Checkout.Session, asked: boolean): Finding {
	const settings = 'https://dashboard.stripe.com/settings/tax'
	if (trial.automatic_tax.enabled !== asked)
		return {
			level: 'error',
			about,
			says: asked
				? 'calculates no VAT, although STRIPE_AUTOMATIC_TAX is on'
				: 'calculates VAT, although STRIPE_AUTOMATIC_TAX is off',
			todo: `Compare STRIPE_AUTOMATIC_TAX with ${settings}.`,
		}
	const behavior = trial.line_items?.data[0]?.price?.tax_behavior
	if (behavior !== 'inclusive' || trial.amount_total !== trialPence)
		return {
			level: 'error',
			about,
			says: 'adds tax to our prices, which include it: every sale would be put on hold',
			todo: `Let prices include tax at ${settings}.`,
		}
	return {
		level: 'ok',
		about,
		says: asked
			? 'calculates the VAT that our prices include'
			: 'calculates no VAT, as STRIPE_AUTOMATIC_TAX says',
	}
}

async function checkPrices({ ask, catalogue }: CheckStripe): Promise<Finding[]> {
	const findings: Finding[] = []
	for (const { title, stripeProductId, pricePence } of catalogue) {
		if (stripeProductId === null || pricePence === null) continue
		const product = await findProduct(ask, stripeProductId)
		const price = product?.default_price
		if (product === undefined || price === null || typeof price !== 'object') continue
		const agrees = price.unit_amount === pricePence && price.currency === 'gbp'
		findings.push(
			agrees
				? { level: 'ok', about: 'Prices', says: `${title} costs the same at Stripe as in the shop` }
				: {
						level: 'warning',
						about: 'Prices',
						says: `${title} costs ${pricePence} pence in the shop, and ${price.unit_amount} ${price.currency} at Stripe`,
						todo: 'Buyers pay the shop’s price. Change the price at Stripe, or in the admin (Products) if the shop’s is the wrong one.',
					},
		)
	}
	const none: Finding = {
		level: 'ok',
		about: 'Prices',
		says: 'all come from the shop; none is stored at Stripe',
	}
	return findings.length === 0 ? [none] : findings
}

async function findProduct(ask: AskStripe, id: string): Promise<Stripe.Product | undefined> {
	try {
		return await ask((stripe) => stripe.products.retrieve(id, { expand: ['default_price'] }))
	} catch (error) {
		if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined
		throw error
	}
}

/** Reports whether an error says that Stripe could not answer, rather than that it refused the request. */
function isOutage(error: unknown): boolean {
	return error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError
}

function outageFinding(error: unknown): Finding {
	return {
		level: 'error',
		about,
		says: `does not answer: ${messageOf(error)}`,
		todo: 'See https://status.stripe.com, and whether this server can reach api.stripe.com. Then run the doctor again.',
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error)
}
