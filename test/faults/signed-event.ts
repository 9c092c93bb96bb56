import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const keysSchema = z.object({ sandboxWebhookSecret: z.string() })

/** Returns the sandbox's signing secret. */
export async function webhookSecretOf(dataDir: string): Promise<string> {
	const keys: unknown = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
	return keysSchema.parse(keys).sandboxWebhookSecret
}

/** Sends one signed event to a shop. Returns the status, or undefined if the connection broke. */
export async function sendEvent(url: string, secret: string, body: string): Promise<number | undefined> {
	const at = Math.floor(Date.now() / 1000)
	const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
	try {
		const answer = await fetch(`${url}/functions/v1/stripe-webhook`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
			body,
		})
		await answer.arrayBuffer()
		return answer.status
	} catch {
		return undefined
	}
}

/** Makes an event with a new id, of a type that the shop ignores. */
export function idleEvent(): { id: string; body: string } {
	const id = `evt_test_${randomBytes(12).toString('hex')}`
	const event = {
		id,
		object: 'event',
		api_version: '2026-10-28.endive',
		created: Math.floor(Date.now() / 1000),
		data: { object: { id: 'cus_test', object: 'customer' } },
		livemode: false,
		pending_webhooks: 1,
		request: { id: null, idempotency_key: null },
		type: 'customer.updated',
	}
	return { id, body: JSON.stringify(event) }
}
