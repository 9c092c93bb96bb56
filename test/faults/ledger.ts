import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Stripe from 'stripe'
import { z } from 'zod'

/** One paid, or not yet paid, Checkout Session as the provider's books have it. */
export interface LedgerEntry {
	sessionId: string
	isPaid: boolean
	subtotalPence: number
	totalPence: number
	currency: string
	purchaseId: string | undefined
	userId: string | undefined
	refundedPence: number
	isRefunded: boolean
	/** The state of its dispute, where there is one. */
	dispute: Stripe.Dispute.Status | undefined
}

const keysSchema = z.object({ sandboxSecretKey: z.string() })

/** The official SDK, pointed at the sandbox of the shop that lives in a folder. */
export async function stripeOf(dataDir: string, sandboxUrl: string): Promise<Stripe> {
	const { sandboxSecretKey } = keysSchema.parse(
		JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')),
	)
	const { hostname, port } = new URL(sandboxUrl)
	return new Stripe(sandboxSecretKey, { host: hostname, port, protocol: 'http', telemetry: false })
}

/** Every completed session of the provider, with what became of its money. */
export async function readLedger(stripe: Stripe): Promise<LedgerEntry[]> {
	const disputes = new Map<string, Stripe.Dispute.Status>()
	for await (const { payment_intent, status } of stripe.disputes.list({ limit: 100 }))
		disputes.set(String(payment_intent), status)
	const charges = new Map<string, Stripe.Charge>()
	for await (const charge of stripe.charges.list({ limit: 100 }))
		if (charge.status === 'succeeded') charges.set(String(charge.payment_intent), charge)
	const entries: LedgerEntry[] = []
	for await (const session of stripe.checkout.sessions.list({ limit: 100, status: 'complete' })) {
		const intent = String(session.payment_intent)
		const charge = charges.get(intent)
		entries.push({
			sessionId: session.id,
			isPaid: session.payment_status === 'paid',
			subtotalPence: session.amount_subtotal ?? 0,
			totalPence: session.amount_total ?? 0,
			currency: (session.currency ?? '').toUpperCase(),
			purchaseId: session.metadata?.purchase_id,
			userId: session.metadata?.user_id,
			refundedPence: charge?.amount_refunded ?? 0,
			isRefunded: charge?.refunded ?? false,
			dispute: disputes.get(intent),
		})
	}
	return entries
}
