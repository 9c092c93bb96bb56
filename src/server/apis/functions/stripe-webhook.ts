import type { Context } from 'hono'
import { ZodError, z } from 'zod'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { AppError } from '#server/platform/app-error.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { readBytes } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { handlePaymentEventJob } from '#server/shop/jobs.ts'
import type { VerifiedEvent } from '#server/shop/payment-provider.ts'

type WebhookOptions = Pick<FunctionOptions, 'database' | 'payments' | 'clock' | 'faultPoint'>

// Some events contain whole objects, but no event of Stripe's comes near this size.
const eventLimitBytes = 512 * 1024

/**
 * `POST /stripe-webhook`: receives one event, authenticated by its signature over the raw bytes. It stores the event together
 * with its job, so that an event answered with 200 cannot be lost. A repeated event is stored once. An event of the other mode,
 * live or test, is stored as ignored. Throws `invalid_signature`. An event that is signed but cannot be read is logged and
 * refused.
 */
export function stripeWebhook(options: WebhookOptions): Handler {
	let hasWarned = false
	return handle({
		about: {
			does: 'Receives Stripe’s events, which are signed.',
			for: 'anyone',
			body: 'any JSON',
			answers: { 200: z.strictObject({ received: z.literal(true) }) },
		},
		authenticate: (c) => readEvent(options, c),
		act: async (c, event) => {
			if (event.isOfOtherMode && !hasWarned) {
				hasWarned = true
				c.get('log').warn({ eventId: event.id, type: event.type }, otherMode)
			}
			await options.faultPoint('webhook/verified')
			await storeEvent(options, event)
			await options.faultPoint('webhook/event-stored')
			return c.json({ received: true })
		},
	})
}

async function storeEvent(
	{ database, clock, faultPoint }: WebhookOptions,
	event: VerifiedEvent,
): Promise<void> {
	const { id, type, isOfOtherMode } = event
	const payload = JSON.stringify(event.payload)
	await database.asServer(async (tx) => {
		const fresh = await tx.execute(
			isOfOtherMode
				? sql`
					insert into shop.payment_events (id, type, payload, processed_at, outcome)
					values (${id}, ${type}, ${payload}, ${clock.now()}, 'ignored') on conflict (id) do nothing`
				: sql`
					insert into shop.payment_events (id, type, payload) values (${id}, ${type}, ${payload})
					on conflict (id) do nothing`,
		)
		if (fresh === 1 && !isOfOtherMode) await addJob(tx, handlePaymentEventJob, { eventId: id })
		await faultPoint('webhook/event-inserted')
	})
}

/**
 * Returns the event. Also checks that the job can read it, because the shop must be able to process every event that it accepts.
 */
async function readEvent({ payments }: WebhookOptions, c: Context<Env>): Promise<VerifiedEvent> {
	const body = await readBytes(c.req.raw, eventLimitBytes)
	let event: VerifiedEvent | undefined
	try {
		event = payments.verifyEvent(body, c.req.header('stripe-signature') ?? '')
		if (!event.isOfOtherMode) payments.readEvent(event.payload)
		return event
	} catch (error) {
		if (error instanceof AppError && error.code === 'invalid_signature') throw error
		const message = whyUnreadable(error)
		const about = { eventId: event?.id, type: event?.type, bytes: body.length, reason: message }
		c.get('log').error(about, unreadable)
		throw validationFailed(message)
	}
}

const otherMode =
	'an event of the other mode is ignored, and so are all later ones: STRIPE_SECRET_KEY and the webhook endpoint must both be in test mode or both in live mode'
const unreadable =
	'a signed event cannot be read: the payment provider was answered 400 and will send it again'

/** Says what is wrong without quoting the event, which may name the buyer. */
function whyUnreadable(error: unknown): string {
	if (error instanceof AppError) return error.message
	if (!(error instanceof ZodError)) throw error
	const members = error.issues.slice(0, 5).map(({ path }) => path.join('.') || 'the event itself')
	return `The event is not as expected: ${members.join(', ')}`
}
