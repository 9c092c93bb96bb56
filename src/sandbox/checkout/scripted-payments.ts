import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { checkForm, filledIn, paymentFormSchema } from '#sandbox/checkout/payment-form.ts'
import { backTo } from '#sandbox/checkout/routes.ts'
import { readInput } from '#sandbox/http/requests.ts'
import { currentSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import type { StoredSession } from '#sandbox/stripe/objects/kinds.ts'
import { answerChallenge, pay } from '#sandbox/stripe/payments/pay.ts'
import { testAccounts, testCards } from '#sandbox/stripe/payments/test-cards.ts'
import { applyCode } from '#sandbox/stripe/promotions/apply-code.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

const scriptedPaymentSchema = z.strictObject({
	/** A test card's number, or an alias such as `success`, `declined`, `3ds`, `dispute`, `bank`, `bank_fails`. */
	card: z.string().default('success'),
	email: z.string().optional(),
	name: z.string().optional(),
	/** A promotion code to apply first. */
	promotionCode: z.string().optional(),
	/** Whether to tick the consent box, if the shop requires consent. */
	consent: z.boolean().default(true),
	/** How to answer a 3-D Secure challenge. If left out, the challenge stays open. */
	challenge: z.enum(['complete', 'fail']).optional(),
})

/**
 * Serves `POST /stripe/pay/:session`, with which a script pays by the same steps as a buyer on the page. Answers 200 with `{
 * result: 'done' | 'declined' | 'challenge' | 'closed', … }`, or 400 if the page would have shown errors.
 */
export function createScriptedPayments(world: StripeWorld, shopUrl: string): Hono {
	const app = new Hono()

	app.post('/stripe/pay/:session', async (c) => {
		const { card, email, name, promotionCode, consent, challenge } = await readInput(c, scriptedPaymentSchema)
		const opened = currentSession(world, c.req.param('session'))
		if (opened === undefined) throw new HTTPException(404, { message: 'No such checkout session.' })
		const session = promotionCode === undefined ? opened : withCode(opened, promotionCode)
		const alias = [...testCards, ...testAccounts].find(
			(each) => each.alias === card || ('number' in each && each.number === card.replaceAll(' ', '')),
		)
		if (alias === undefined) throw new HTTPException(400, { message: `No such test card: ${card}` })
		const now = world.clock.now()
		const form = filledIn(
			paymentFormSchema.parse({ email, name, terms: consent ? 'yes' : undefined }),
			alias.alias,
			now,
		)
		const checked = checkForm(form, session, now)
		if (!checked.ok) throw new HTTPException(400, { message: Object.values(checked.errors).join(' ') })

		const paid = pay(world, session.id, checked.buyer, checked.details)
		const result =
			paid?.kind === 'challenge' && challenge !== undefined
				? answerChallenge(world, session.id, challenge)
				: paid
		const after = currentSession(world, session.id) ?? session
		return c.json({
			result: result?.kind,
			...(result?.kind === 'declined' ? { declined: result.failure.message } : {}),
			session: after.id,
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

	function withCode(session: StoredSession, code: string): StoredSession {
		const result = applyCode(world, session, code)
		if (result.refused !== undefined) throw new HTTPException(400, { message: result.refused })
		return result.session
	}

	return app
}
