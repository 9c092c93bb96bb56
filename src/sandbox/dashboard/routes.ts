import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import {
	type CheckoutSessionView,
	checkoutSessionPage,
	eventPage,
	overviewPage,
} from '#sandbox/dashboard/pages.ts'
import { readEvents } from '#sandbox/dashboard/read-events.ts'
import { isJson, readInput } from '#sandbox/http/requests.ts'
import { page } from '#sandbox/pages/layout.ts'
import { ApiError } from '#sandbox/stripe/api/api-error.ts'
import { advancePayout, payOut, returnPayout } from '#sandbox/stripe/balance/payouts.ts'
import { expireCheckoutSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
import {
	answer,
	appeal,
	closeDispute,
	escalate,
	isInquiry,
	isOpen,
	leftToDispute,
	openDispute,
	waitsForAnswer,
} from '#sandbox/stripe/disputes/disputes.ts'
import { disputeKinds } from '#sandbox/stripe/disputes/new-dispute.ts'
import { deliveriesOf, resend, retryNow } from '#sandbox/stripe/events/deliveries.ts'
import { fraudTypes, warnOfFraud } from '#sandbox/stripe/fraud-warnings/fraud-warnings.ts'
import type { StoredCheckoutSession, StoredDispute } from '#sandbox/stripe/objects/kinds.ts'
import { findIntent } from '#sandbox/stripe/payments/intents.ts'
import { settle } from '#sandbox/stripe/payments/pay.ts'
import { changeRefund, type RefundChange } from '#sandbox/stripe/refunds/change-refund.ts'
import { createRefund } from '#sandbox/stripe/refunds/create-refund.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

const checkoutSessionsShown = 50
const pence = z.coerce.number().int().min(1)
const nothing = z.looseObject({})
const refundSteps: Partial<Record<string, RefundChange>> = {
	fail: 'fails',
	'require-action': 'requires action',
	succeed: 'succeeds',
	cancel: 'is cancelled',
}

/**
 * Serves the actions that merchants take in Stripe's dashboard, and those that only banks and buyers can take. Each action accepts
 * a form or JSON. It answers a form with a redirect to a page, and JSON with the updated object.
 */
export function createDashboardRoutes(world: StripeWorld): Hono {
	const { objects, store } = world
	const app = new Hono()

	app.get('/stripe', (c) => {
		const { data } = objects.list('checkout.session', { limit: checkoutSessionsShown })
		return c.html(
			overviewPage(
				data.map((checkoutSession) => viewOf(world, checkoutSession)),
				readEvents(store),
			),
		)
	})

	app.get('/stripe/events.json', (c) => c.json(readEvents(store)))

	app.get('/stripe/checkout-sessions/:id', (c) => {
		const view = viewOf(world, checkoutSessionIn(c))
		const { checkoutSession, charge } = view
		const about = [checkoutSession.id, checkoutSession.payment_intent, charge?.id].filter(
			(id) => typeof id === 'string',
		)
		return c.html(checkoutSessionPage(view, readEvents(store, about)))
	})

	app.post('/stripe/checkout-sessions/:id/expire', async (c) => {
		await readInput(c, nothing)
		const checkoutSession = checkoutSessionIn(c)
		if (checkoutSession.status !== 'open')
			throw conflict(`The Checkout Session is already ${checkoutSession.status}.`)
		return done(c, checkoutSession.id, expireCheckoutSession(world, checkoutSession))
	})

	app.post('/stripe/checkout-sessions/:id/refund', async (c) => {
		const { amount } = await readInput(c, z.object({ amount: pence.optional() }))
		const { checkoutSession, charge } = viewOf(world, checkoutSessionIn(c))
		if (charge === undefined) throw conflict('Nothing has been paid.')
		return done(c, checkoutSession.id, createRefund(world, { charge: charge.id, amount }))
	})

	app.post('/stripe/checkout-sessions/:id/dispute', async (c) => {
		const { reason: kind, amount } = await readInput(
			c,
			z.object({ reason: z.enum(disputeKinds).default('fraudulent'), amount: pence.optional() }),
		)
		const { checkoutSession, charge } = viewOf(world, checkoutSessionIn(c))
		if (charge?.status !== 'succeeded') throw conflict('Nothing has been paid.')
		if (leftToDispute(world, charge) === 0) throw conflict('Nothing is left to dispute.')
		return done(c, checkoutSession.id, openDispute(world, charge, { kind, amount }))
	})

	app.post('/stripe/checkout-sessions/:id/fraud-warning', async (c) => {
		const { type } = await readInput(
			c,
			z.object({ type: z.enum(fraudTypes).default('made_with_stolen_card') }),
		)
		const { checkoutSession, charge } = viewOf(world, checkoutSessionIn(c))
		if (charge?.status !== 'succeeded') throw conflict('Nothing has been paid.')
		return done(c, checkoutSession.id, warnOfFraud(world, charge, type))
	})

	app.post('/stripe/checkout-sessions/:id/settle', async (c) => {
		const { outcome } = await readInput(c, z.object({ outcome: z.enum(['succeeds', 'fails']) }))
		const checkoutSession = settle(world, checkoutSessionIn(c).id, outcome === 'succeeds')
		if (checkoutSession === undefined) throw conflict('There is no pending bank debit.')
		return done(c, checkoutSession.id, checkoutSession)
	})

	app.post('/stripe/refunds/:id/:step{fail|require-action|succeed|cancel}', async (c) => {
		await readInput(c, nothing)
		const known = objects.find('refund', c.req.param('id'))
		if (known === undefined) throw new HTTPException(404, { message: 'No such refund.' })
		const refund = changeRefund(world, known.id, refundSteps[c.req.param('step')] ?? 'fails')
		if (refund === undefined) throw conflict(`The refund is ${known.status}, so this can’t happen any more.`)
		return done(c, objects.parentOf(refund.payment_intent), refund)
	})

	app.post('/stripe/disputes/:id/close', async (c) => {
		const { status } = await readInput(c, z.object({ status: z.enum(['won', 'lost']) }))
		const dispute = disputeIn(c)
		if (!isOpen(dispute)) throw conflict('The dispute is already closed.')
		return done(c, objects.parentOf(dispute.payment_intent), closeDispute(world, dispute, status))
	})

	app.post('/stripe/disputes/:id/answer', async (c) => {
		await readInput(c, nothing)
		const dispute = disputeIn(c)
		if (!waitsForAnswer(dispute)) throw conflict("The dispute isn't waiting for an answer.")
		return done(c, objects.parentOf(dispute.payment_intent), answer(world, dispute))
	})

	app.post('/stripe/disputes/:id/escalate', async (c) => {
		await readInput(c, nothing)
		const dispute = disputeIn(c)
		if (!isInquiry(dispute)) throw conflict('Only an open inquiry can become a dispute.')
		return done(c, objects.parentOf(dispute.payment_intent), escalate(world, dispute))
	})

	app.post('/stripe/disputes/:id/appeal', async (c) => {
		await readInput(c, nothing)
		const dispute = disputeIn(c)
		if (dispute.status !== 'lost') throw conflict('Only a lost dispute can be appealed.')
		return done(c, objects.parentOf(dispute.payment_intent), appeal(world, dispute))
	})

	app.post('/stripe/payouts', async (c) => {
		// Without `until`, the payout goes on as time passes.
		const { until } = await readInput(c, z.object({ until: z.literal('reconciled').optional() }))
		let payout = store.transaction(() => payOut(world))
		if (payout === undefined) throw conflict('There’s nothing to pay out.')
		for (let next = until && advancePayout(world, payout); next; next = advancePayout(world, next))
			payout = next
		return done(c, undefined, payout)
	})

	app.post('/stripe/payouts/:id/:step{advance|fail|cancel}', async (c) => {
		await readInput(c, nothing)
		const payout = objects.find('payout', c.req.param('id'))
		if (payout === undefined) throw new HTTPException(404, { message: 'No such payout.' })
		const step = c.req.param('step')
		const changed =
			step === 'advance'
				? advancePayout(world, payout)
				: returnPayout(world, payout, step === 'fail' ? 'failed' : 'canceled')
		if (changed === undefined)
			throw conflict(`The payout is ${payout.status}, so this can’t happen any more.`)
		return done(c, undefined, changed)
	})

	app.get('/stripe/events/:id', (c) => {
		const event = objects.find('event', c.req.param('id'))
		if (event === undefined) return c.notFound()
		return c.html(eventPage({ event, deliveries: deliveriesOf(store, event.id) }))
	})

	app.post('/stripe/events/hurry', async (c) => {
		await readInput(c, nothing)
		store.transaction(() => retryNow(store, world.clock.now().getTime()))
		return isJson(c) ? c.json({ hurried: true }) : c.redirect('/stripe', 303)
	})

	app.post('/stripe/events/:id/resend', async (c) => {
		await readInput(c, nothing)
		const event = objects.find('event', c.req.param('id'))
		if (event === undefined) throw new HTTPException(404, { message: 'No such event.' })
		store.transaction(() => resend(world, event.id))
		return isJson(c) ? c.json(event) : c.redirect(`/stripe/events/${event.id}`, 303)
	})

	app.onError((error, c) => {
		if (!(error instanceof ApiError || error instanceof HTTPException)) throw error
		if (isJson(c)) return c.json({ error: error.message }, error.status)
		return c.html(
			page({
				title: 'Not possible · Payments',
				body: html`<main><h1>Not possible</h1><p>${error.message}</p><p><a href="/stripe">All payments</a></p></main>`,
			}),
			error.status,
		)
	})

	function checkoutSessionIn(c: Context): StoredCheckoutSession {
		const checkoutSession = objects.find('checkout.session', c.req.param('id') ?? '')
		if (checkoutSession === undefined) throw new HTTPException(404, { message: 'No such Checkout Session.' })
		return checkoutSession
	}

	function disputeIn(c: Context): StoredDispute {
		const dispute = objects.find('dispute', c.req.param('id') ?? '')
		if (dispute === undefined) throw new HTTPException(404, { message: 'No such dispute.' })
		return dispute
	}

	return app
}

function viewOf(world: StripeWorld, checkoutSession: StoredCheckoutSession): CheckoutSessionView {
	const { objects } = world
	const intent = findIntent(world, checkoutSession)
	const charge = intent?.latest_charge ? objects.find('charge', intent.latest_charge) : undefined
	return {
		checkoutSession,
		items: objects.children('item', checkoutSession.id),
		charge,
		refunds: charge === undefined ? [] : objects.children('refund', charge.id),
		disputes: charge === undefined ? [] : objects.children('dispute', charge.id),
		leftToDispute: charge?.status === 'succeeded' ? leftToDispute(world, charge) : 0,
	}
}

function done(c: Context, checkoutSessionId: string | undefined, object: object): Response {
	return isJson(c)
		? c.json(object)
		: c.redirect(
				checkoutSessionId === undefined ? '/stripe' : `/stripe/checkout-sessions/${checkoutSessionId}`,
				303,
			)
}

function conflict(message: string): HTTPException {
	return new HTTPException(409, { message })
}
