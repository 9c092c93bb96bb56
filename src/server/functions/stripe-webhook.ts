import { sql } from '#server/db/sql.ts'
import type { FunctionOptions } from '#server/functions/dependencies.ts'
import { addJob } from '#server/jobs/queue.ts'

/**
 * Takes one signed event: keeps it together with the job that acts on it, so that a 200 means it cannot be lost. An event
 * told twice is kept once. Throws `invalid_signature`.
 */
export async function receiveEvent(
	{ database, payments, faultPoint }: FunctionOptions,
	body: Buffer,
	signature: string,
): Promise<void> {
	const { id, type, payload } = payments.verifyEvent(body, signature)
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
