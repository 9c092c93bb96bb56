import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { challengePage, checkoutPage, closedPage, noCheckoutPage } from '#sandbox/checkout/pages.ts'
import {
	checkForm,
	type FieldErrors,
	filledIn,
	type PaymentForm,
	paymentFormSchema,
} from '#sandbox/checkout/payment-form.ts'
import { readInput } from '#sandbox/http/requests.ts'
import { currentCheckoutSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import { recoverCheckoutSession } from '#sandbox/stripe/checkout-sessions/recover-checkout-session.ts'
import type { StoredCheckoutSession } from '#sandbox/stripe/objects/kinds.ts'
import { findDraft } from '#sandbox/stripe/payments/drafts.ts'
import { findIntent } from '#sandbox/stripe/payments/intents.ts'
import { answerChallenge, type PaymentResult, pay } from '#sandbox/stripe/payments/pay.ts'
import { applyCode, removeCode } from '#sandbox/stripe/promotions/apply-code.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

export function createCheckoutRoutes(world: StripeWorld, shopUrl: string): Hono {
	const app = new Hono()

	app.get('/checkout/recover/:id', (c) => {
		const expired = world.objects.find('checkout.session', c.req.param('id'))
		const copy = expired && recoverCheckoutSession(world, expired)
		return copy === undefined ? c.html(noCheckoutPage(shopUrl), 404) : c.redirect(`/checkout/${copy.id}`, 303)
	})

	app.get('/checkout/:id', (c) => {
		const checkoutSession = currentCheckoutSession(world, c.req.param('id'))
		if (checkoutSession === undefined) return c.html(noCheckoutPage(shopUrl), 404)
		if (checkoutSession.status !== 'open')
			return c.html(closedPage(checkoutSession, backTo(checkoutSession, shopUrl)))
		const { buyer } = findDraft(world.store, checkoutSession.id)
		const known = buyer === undefined ? {} : { email: buyer.email, name: buyer.name }
		return form(c, checkoutSession, paymentFormSchema.parse(known), {}, lastFailure(world, checkoutSession))
	})

	app.post('/checkout/:id', async (c) => {
		const given = await readInput(c, paymentFormSchema)
		const checkoutSession = currentCheckoutSession(world, c.req.param('id'))
		if (checkoutSession === undefined) return c.html(noCheckoutPage(shopUrl), 404)
		if (checkoutSession.status !== 'open') return sendOn(c, checkoutSession)
		const now = world.clock.now()
		if (given.fill !== undefined)
			return form(c, checkoutSession, filledIn(given, given.fill, now), {}, undefined)
		if (given.code !== undefined) return changeCode(c, checkoutSession, given)
		const checked = checkForm(given, checkoutSession, now)
		if (!checked.ok) return form(c, checkoutSession, given, checked.errors, undefined)
		const result = pay(world, checkoutSession.id, checked.buyer, checked.details)
		return proceed(c, checkoutSession, result)
	})

	app.get('/checkout/:id/challenge', (c) => {
		const checkoutSession = currentCheckoutSession(world, c.req.param('id'))
		if (checkoutSession === undefined) return c.html(noCheckoutPage(shopUrl), 404)
		if (checkoutSession.status !== 'open' || findIntent(world, checkoutSession)?.status !== 'requires_action')
			return c.redirect(`/checkout/${checkoutSession.id}`, 303)
		return c.html(challengePage(checkoutSession))
	})

	app.post('/checkout/:id/challenge', async (c) => {
		const { answer } = await readInput(c, z.object({ answer: z.enum(['complete', 'fail']) }))
		const checkoutSession = currentCheckoutSession(world, c.req.param('id'))
		if (checkoutSession === undefined) return c.html(noCheckoutPage(shopUrl), 404)
		return proceed(c, checkoutSession, answerChallenge(world, checkoutSession.id, answer))
	})

	function form(
		c: Context,
		checkoutSession: StoredCheckoutSession,
		given: PaymentForm,
		errors: FieldErrors,
		failure: string | undefined,
	) {
		// Pictures of products may come from any host, because the shop gives their URLs. The real Stripe serves copies of them.
		c.header(
			'content-security-policy',
			"default-src 'none'; style-src 'self'; img-src 'self' http: https:; base-uri 'none'; frame-ancestors 'none'",
		)
		return c.html(
			checkoutPage({
				checkoutSession,
				items: world.objects.children('item', checkoutSession.id).map((item) => ({
					item,
					product: world.objects.find('product', item.price.product),
				})),
				form: given,
				code: codeOf(world, checkoutSession),
				errors,
				failure,
			}),
		)
	}

	function changeCode(c: Context, checkoutSession: StoredCheckoutSession, given: PaymentForm) {
		const without = { ...given, promotion_code: '' }
		if (given.code === 'remove') return form(c, removeCode(world, checkoutSession), without, {}, undefined)
		const result = applyCode(world, checkoutSession, given.promotion_code)
		return result.refused === undefined
			? form(c, result.checkoutSession, without, {}, undefined)
			: form(c, checkoutSession, given, { promotion_code: result.refused }, undefined)
	}

	function proceed(c: Context, checkoutSession: StoredCheckoutSession, result: PaymentResult | undefined) {
		if (result?.kind === 'challenge') return c.redirect(`/checkout/${checkoutSession.id}/challenge`, 303)
		if (result === undefined || result.kind === 'declined')
			return c.redirect(`/checkout/${checkoutSession.id}`, 303)
		return sendOn(c, result.checkoutSession)
	}

	/**
	 * Redirects to the shop if the Checkout Session is complete, even if an earlier press of Pay completed it. Otherwise redirects
	 * to the checkout page.
	 */
	function sendOn(c: Context, checkoutSession: StoredCheckoutSession) {
		return c.redirect(
			checkoutSession.status === 'complete'
				? backTo(checkoutSession, shopUrl)
				: `/checkout/${checkoutSession.id}`,
			303,
		)
	}

	return app
}

/**
 * Returns the success page of the shop if the Checkout Session is completed. Otherwise returns the page from which it was opened.
 */
export function backTo(checkoutSession: StoredCheckoutSession, shopUrl: string): string {
	if (checkoutSession.status !== 'complete') return checkoutSession.cancel_url ?? shopUrl
	return checkoutSession.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', checkoutSession.id) ?? shopUrl
}

/** Returns the promotion code that is applied, as buyers type it. */
function codeOf(world: StripeWorld, checkoutSession: StoredCheckoutSession): string | undefined {
	const id = checkoutSession.discounts?.[0]?.promotion_code
	return typeof id === 'string' ? world.objects.find('promotion_code', id)?.code : undefined
}

function lastFailure(world: StripeWorld, checkoutSession: StoredCheckoutSession): string | undefined {
	return findIntent(world, checkoutSession)?.last_payment_error?.message
}
