import type { Logger } from 'pino'
import { ZodError } from 'zod'
import { sql } from '#server/db/sql.ts'
import type { FunctionOptions } from '#server/functions/dependencies.ts'
import { addJob } from '#server/jobs/queue.ts'
import { AppError } from '#shared/app-error.ts'

type ProvenEvent = ReturnType<FunctionOptions['payments']['verifyEvent']>

/**
 * Takes one signed event: keeps it together with the job that acts on it, so that a 200 means it cannot be lost. A repeated
 * event is kept once. Throws `invalid_signature`; an event that is signed and cannot be read is logged and refused.
 */
export async function receiveEvent(
	{ database, payments, faultPoint }: FunctionOptions,
	{ body, signature, log }: { body: Buffer; signature: string; log: Logger },
): Promise<void> {
	const { id, type, payload } = readEvent(payments, { body, signature, log })
	await faultPoint('webhook/verified')
	await database.asServer(async (tx) => {
		const fresh = await tx.execute(sql`
			insert into shop.payment_events (id, type, payload) values (${id}, ${type}, ${JSON.stringify(payload)})
			on conflict (id) do nothing`)
		if (fresh === 1) await addJob(tx, 'handle-payment-event', { eventId: id })
		await faultPoint('webhook/event-inserted')
	})
	await faultPoint('webhook/event-kept')
}

/** Returns the event if its job will be able to read it as well: what the shop takes, it must be able to act on. */
function readEvent(
	payments: FunctionOptions['payments'],
	{ body, signature, log }: { body: Buffer; signature: string; log: Logger },
): ProvenEvent {
	let event: ProvenEvent | undefined
	try {
		event = payments.verifyEvent(body, signature)
		payments.readEvent(event.payload)
		return event
	} catch (error) {
		if (error instanceof AppError && error.code === 'invalid_signature') throw error
		const message = whyUnreadable(error)
		log.error({ eventId: event?.id, type: event?.type, bytes: body.length, reason: message }, unreadable)
		throw new AppError({ code: 'validation_failed', status: 400, message })
	}
}

const unreadable =
	'a signed event cannot be read: the payment provider was answered 400 and will send it again'

/** Names what is wrong without a word of what the event says: it may tell who paid. */
function whyUnreadable(error: unknown): string {
	if (error instanceof AppError) return error.message
	if (!(error instanceof ZodError)) throw error
	const members = error.issues.slice(0, 5).map(({ path }) => path.join('.') || 'the event itself')
	return `The event is not as expected: ${members.join(', ')}`
}
