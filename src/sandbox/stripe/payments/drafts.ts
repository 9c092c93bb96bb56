import { z } from 'zod'
import type { Store } from '#sandbox/store/store.ts'

/** What Stripe stores about a Checkout Session but does not show: the data for the payment intent, and the buyer. */
const draftSchema = z.object({
	payment_intent_data: z.object({
		metadata: z.record(z.string(), z.string()).optional(),
		description: z.string().optional(),
		receipt_email: z.string().optional(),
		statement_descriptor_suffix: z.string().optional(),
	}),
	buyer: z
		.object({
			email: z.string(),
			name: z.string(),
			/** Of the billing address. */
			country: z.string().default('GB'),
			consented: z.boolean(),
		})
		.optional(),
})

export type Draft = z.infer<typeof draftSchema>
export type Buyer = NonNullable<Draft['buyer']>

export const draftsSchema =
	'create table if not exists drafts (session text primary key, data text not null) strict'

export function saveDraft(store: Store, checkoutSessionId: string, draft: Draft): void {
	store.run(
		'insert into drafts values (?, ?) on conflict (session) do update set data = excluded.data',
		checkoutSessionId,
		JSON.stringify(draft),
	)
}

export function findDraft(store: Store, checkoutSessionId: string): Draft {
	const row = store.get('select data from drafts where session = ?', checkoutSessionId)
	return draftSchema.parse(JSON.parse(String(row?.data)))
}
