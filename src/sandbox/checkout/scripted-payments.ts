import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { billingCountries, checkForm, filledIn, paymentFormSchema } from '#sandbox/checkout/payment-form.ts'
import { backTo } from '#sandbox/checkout/routes.ts'
import { readInput } from '#sandbox/http/requests.ts'
import { currentCheckoutSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import type { StoredCheckoutSession } from '#sandbox/stripe/objects/kinds.ts'
import { answerChallenge, pay } from '#sandbox/stripe/payments/pay.ts'
import { testAccounts, testCards } from '#sandbox/stripe/payments/test-cards.ts'
import { applyCode } from '#sandbox/stripe/promotions/apply-code.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

const scriptedPaymentSchema = z.strictObject({
	/** A test card's number, or an alias such as `success`, `declined`, `3ds`, `dispute`, `bank`, `bank_fails`. */
	card: z.string().default('success'),
	email: z.string().optional(),
	name: z.string().optional(),
	/** The country of the billing address. */
	country: z.enum(billingCountries).optional(),
	/** A promotion code to apply first. */
	promotionCode: z.string().optional(),
	/** Whether to tick the consent box, if the shop requires consent. */
	consent: z.boolean().default(true),
	/** How to answer a 3-D Secure challenge. If left out, the challenge stays open. */
	challenge: z.enum(['complete', 'fail']).optional(),
})

/**
 * Serves `POST /stripe/pay/:id`, with which a script pays for a Checkout Session by the same steps as a buyer on the page.
 * Answers 200 with `{ result: 'done' | 'declined' | 'challenge' | 'closed', … }`, or 400 if the page would have shown errors.
 */
export function createScriptedPayments(world: StripeWorld, shopUrl: string): Hono {
	const app = new Hono()

	app.post('/stripe/pay/:id', async (c) => {
		const { card, email, name, country, promotionCode, consent, challenge } = await readInput(
			c,
			scriptedPaymentSchema,
		)
		const opened = currentCheckoutSession(world, c.req.param('id'))
		if (opened === undefined) throw new HTTPException(404, { message: 'No such Checkout Session.' })
		const checkoutSession = promotionCode === undefined ? opened : withCode(opened, promotionCode)
		const alias = [...testCards, ...testAccounts].find(
			(each) => each.alias === card || ('number' in each && each.number === card.replaceAll(' ', '')),
		)
		if (alias === undefined) throw new HTTPException(400, { message: `No such test card: ${card}` })
		const now = world.clock.now()
		const form = filledIn(
			paymentFormSchema.parse({ email, name, country, terms: consent ? 'yes' : undefined }),
			alias.alias,
			now,
		)
		const checked = checkForm(form, checkoutSession, now)
		if (!checked.ok) throw new HTTPException(400, { message: Object.values(checked.errors).join(' ') })

		const paid = pay(world, checkoutSession.id, checked.buyer, checked.details)
		const result =
			paid?.kind === 'challenge' && challenge !== undefined
				? answerChallenge(world, checkoutSession.id, challenge)
				: paid
		const after = currentCheckoutSession(world, checkoutSession.id) ?? checkoutSession
		return c.json({
			result: result?.kind,
			...(result?.kind === 'declined' ? { declined: result.failure.message } : {}),
			checkout_session: after.id,
			status: after.status,
			payment_status: after.payment_status,
			payment_intent: after.payment_intent,
			/** The URL to which the buyer's browser would be redirected. */
			redirect:
				result?.kind === 'challenge'
					? `${world.origin()}/checkout/${after.id}/challenge`
					: after.status === 'complete'
						? backTo(after, shopUrl)
						: null,
		})
	})

	function withCode(checkoutSession: StoredCheckoutSession, code: string): StoredCheckoutSession {
		const result = applyCode(world, checkoutSession, code)
		if (result.refused !== undefined) throw new HTTPException(400, { message: result.refused })
		return result.checkoutSession
	}

	return app
}
