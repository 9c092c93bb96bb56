import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { eventPage, overviewPage, type SessionView, sessionPage } from '#sandbox/dashboard/pages.ts'
import { readEvents } from '#sandbox/dashboard/read-events.ts'
import { isJson, readInput } from '#sandbox/http/requests.ts'
import { page } from '#sandbox/pages/layout.ts'
import { ApiError } from '#sandbox/stripe/api/api-error.ts'
import { payOut } from '#sandbox/stripe/balance/payouts.ts'
import { expireSession } from '#sandbox/stripe/checkout-sessions/expire-checkout-session.ts'
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
import type { StoredDispute, StoredSession } from '#sandbox/stripe/objects/kinds.ts'
import { findIntent } from '#sandbox/stripe/payments/intents.ts'
import { settle } from '#sandbox/stripe/payments/pay.ts'
import { createRefund } from '#sandbox/stripe/refunds/create-refund.ts'
import { endRefund } from '#sandbox/stripe/refunds/end-refund.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

const sessionsShown = 50
const pence = z.coerce.number().int().min(1)
const nothing = z.looseObject({})

/**
 * Serves the actions that merchants take in Stripe's dashboard, and those that only banks and buyers can take. Each action accepts
 * a form or JSON. It answers a form with a redirect to a page, and JSON with the updated object.
 */
export function createDashboardRoutes(world: StripeWorld): Hono {
	const { objects, store } = world
	const app = new Hono()

	app.get('/stripe', (c) => {
		const { data } = objects.list('checkout.session', { limit: sessionsShown })
		return c.html(
			overviewPage(
				data.map((session) => viewOf(world, session)),
				readEvents(store),
			),
		)
	})

	app.get('/stripe/events.json', (c) => c.json(readEvents(store)))

	app.get('/stripe/checkout-sessions/:id', (c) => {
		const view = viewOf(world, sessionIn(c))
		const { session, charge } = view
		const about = [session.id, session.payment_intent, charge?.id].filter((id) => typeof id === 'string')
		return c.html(sessionPage(view, readEvents(store, about)))
	})

	app.post('/stripe/checkout-sessions/:id/expire', async (c) => {
		await readInput(c, nothing)
		const session = sessionIn(c)
		if (session.status !== 'open') throw conflict(`The session is already ${session.status}.`)
		return done(c, session.id, expireSession(world, session))
	})

	app.post('/stripe/checkout-sessions/:id/refund', async (c) => {
		const { amount } = await readInput(c, z.object({ amount: pence.optional() }))
		const { session, charge } = viewOf(world, sessionIn(c))
		if (charge === undefined) throw conflict('Nothing has been paid.')
		return done(c, session.id, createRefund(world, { charge: charge.id, amount }))
	})

	app.post('/stripe/checkout-sessions/:id/dispute', async (c) => {
		const { reason: kind, amount } = await readInput(
			c,
			z.object({ reason: z.enum(disputeKinds).default('fraudulent'), amount: pence.optional() }),
		)
		const { session, charge } = viewOf(world, sessionIn(c))
		if (charge?.status !== 'succeeded') throw conflict('Nothing has been paid.')
		if (leftToDispute(world, charge) === 0) throw conflict('Nothing is left to dispute.')
		return done(c, session.id, openDispute(world, charge, { kind, amount }))
	})

	app.post('/stripe/checkout-sessions/:id/settle', async (c) => {
		const { outcome } = await readInput(c, z.object({ outcome: z.enum(['succeeds', 'fails']) }))
		const session = settle(world, sessionIn(c).id, outcome === 'succeeds')
		if (session === undefined) throw conflict('There is no pending bank debit.')
		return done(c, session.id, session)
	})

	app.post('/stripe/refunds/:id/fail', async (c) => {
		await readInput(c, nothing)
		const known = objects.find('refund', c.req.param('id'))
		if (known === undefined) throw new HTTPException(404, { message: 'No such refund.' })
		const refund = endRefund(world, known.id, 'fails')
		if (refund === undefined) throw conflict('The refund has already failed.')
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
		await readInput(c, nothing)
		const payout = payOut(world)
		if (payout === undefined) throw conflict('There’s nothing to pay out.')
		return done(c, undefined, payout)
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

	function sessionIn(c: Context): StoredSession {
		const session = objects.find('checkout.session', c.req.param('id') ?? '')
		if (session === undefined) throw new HTTPException(404, { message: 'No such checkout session.' })
		return session
	}

	function disputeIn(c: Context): StoredDispute {
		const dispute = objects.find('dispute', c.req.param('id') ?? '')
		if (dispute === undefined) throw new HTTPException(404, { message: 'No such dispute.' })
		return dispute
	}

	return app
}

function viewOf(world: StripeWorld, session: StoredSession): SessionView {
	const { objects } = world
	const intent = findIntent(world, session)
	const charge = intent?.latest_charge ? objects.find('charge', intent.latest_charge) : undefined
	return {
		session,
		items: objects.children('item', session.id),
		charge,
		refunds: charge === undefined ? [] : objects.children('refund', charge.id),
		disputes: charge === undefined ? [] : objects.children('dispute', charge.id),
		leftToDispute: charge?.status === 'succeeded' ? leftToDispute(world, charge) : 0,
	}
}

function done(c: Context, session: string | undefined, object: object): Response {
	return isJson(c)
		? c.json(object)
		: c.redirect(session === undefined ? '/stripe' : `/stripe/checkout-sessions/${session}`, 303)
}

function conflict(message: string): HTTPException {
	return new HTTPException(409, { message })
}
