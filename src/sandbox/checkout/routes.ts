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
import { currentSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import { recoverSession } from '#sandbox/stripe/checkout-sessions/recover-checkout-session.ts'
import type { StoredSession } from '#sandbox/stripe/objects/kinds.ts'
import { findDraft } from '#sandbox/stripe/payments/drafts.ts'
import { findIntent } from '#sandbox/stripe/payments/intents.ts'
import { answerChallenge, type PaymentResult, pay } from '#sandbox/stripe/payments/pay.ts'
import { applyCode, removeCode } from '#sandbox/stripe/promotions/apply-code.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

export function createCheckoutRoutes(world: StripeWorld, shopUrl: string): Hono {
	const app = new Hono()

	app.get('/checkout/recover/:id', (c) => {
		const expired = world.objects.find('checkout.session', c.req.param('id'))
		const copy = expired && recoverSession(world, expired)
		return copy === undefined ? c.html(noCheckoutPage(shopUrl), 404) : c.redirect(`/checkout/${copy.id}`, 303)
	})

	app.get('/checkout/:id', (c) => {
		const session = currentSession(world, c.req.param('id'))
		if (session === undefined) return c.html(noCheckoutPage(shopUrl), 404)
		if (session.status !== 'open') return c.html(closedPage(session, backTo(session, shopUrl)))
		const { buyer } = findDraft(world.store, session.id)
		const known = buyer === undefined ? {} : { email: buyer.email, name: buyer.name }
		return form(c, session, paymentFormSchema.parse(known), {}, lastFailure(world, session))
	})

	app.post('/checkout/:id', async (c) => {
		const given = await readInput(c, paymentFormSchema)
		const session = currentSession(world, c.req.param('id'))
		if (session === undefined) return c.html(noCheckoutPage(shopUrl), 404)
		if (session.status !== 'open') return sendOn(c, session)
		const now = world.clock.now()
		if (given.fill !== undefined) return form(c, session, filledIn(given, given.fill, now), {}, undefined)
		if (given.code !== undefined) return changeCode(c, session, given)
		const checked = checkForm(given, session, now)
		if (!checked.ok) return form(c, session, given, checked.errors, undefined)
		const result = pay(world, session.id, checked.buyer, checked.details)
		return proceed(c, session, result)
	})

	app.get('/checkout/:id/challenge', (c) => {
		const session = currentSession(world, c.req.param('id'))
		if (session === undefined) return c.html(noCheckoutPage(shopUrl), 404)
		if (session.status !== 'open' || findIntent(world, session)?.status !== 'requires_action')
			return c.redirect(`/checkout/${session.id}`, 303)
		return c.html(challengePage(session))
	})

	app.post('/checkout/:id/challenge', async (c) => {
		const { answer } = await readInput(c, z.object({ answer: z.enum(['complete', 'fail']) }))
		const session = currentSession(world, c.req.param('id'))
		if (session === undefined) return c.html(noCheckoutPage(shopUrl), 404)
		return proceed(c, session, answerChallenge(world, session.id, answer))
	})

	function form(
		c: Context,
		session: StoredSession,
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
				session,
				items: world.objects.children('item', session.id).map((item) => ({
					item,
					product: world.objects.find('product', item.price.product),
				})),
				form: given,
				code: codeOf(world, session),
				errors,
				failure,
			}),
		)
	}

	function changeCode(c: Context, session: StoredSession, given: PaymentForm) {
		const without = { ...given, promotion_code: '' }
		if (given.code === 'remove') return form(c, removeCode(world, session), without, {}, undefined)
		const result = applyCode(world, session, given.promotion_code)
		return result.refused === undefined
			? form(c, result.session, without, {}, undefined)
			: form(c, session, given, { promotion_code: result.refused }, undefined)
	}

	function proceed(c: Context, session: StoredSession, result: PaymentResult | undefined) {
		if (result?.kind === 'challenge') return c.redirect(`/checkout/${session.id}/challenge`, 303)
		if (result === undefined || result.kind === 'declined') return c.redirect(`/checkout/${session.id}`, 303)
		return sendOn(c, result.session)
	}

	/**
	 * Redirects to the shop if the session is complete, even if an earlier press of Pay completed it. Otherwise redirects to the
	 * checkout page.
	 */
	function sendOn(c: Context, session: StoredSession) {
		return c.redirect(
			session.status === 'complete' ? backTo(session, shopUrl) : `/checkout/${session.id}`,
			303,
		)
	}

	return app
}

/**
 * Returns the success page of the shop if the session is completed. Otherwise returns the page from which the session was opened.
 */
export function backTo(session: StoredSession, shopUrl: string): string {
	if (session.status !== 'complete') return session.cancel_url ?? shopUrl
	return session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? shopUrl
}

/** Returns the promotion code that is applied, as buyers type it. */
function codeOf(world: StripeWorld, session: StoredSession): string | undefined {
	const id = session.discounts?.[0]?.promotion_code
	return typeof id === 'string' ? world.objects.find('promotion_code', id)?.code : undefined
}

function lastFailure(world: StripeWorld, session: StoredSession): string | undefined {
	return findIntent(world, session)?.last_payment_error?.message
}
