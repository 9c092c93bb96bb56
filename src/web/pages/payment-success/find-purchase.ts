import { shelf } from '#catalogue/shelf.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { call } from '#web/session/call.ts'
import type { Failure } from '#web/session/failures.ts'

export type FoundPurchase =
	| { kind: 'found'; productName: string; product: ShelfProduct | null }
	| { kind: 'missing'; failure: Failure }

/** The user's own purchase made in that Checkout Session, and what it is of. */
export async function findPurchase(sessionId: string, userId: string): Promise<FoundPurchase> {
	const { answer, failure } = await call('/rest/v1/purchases', (supabase) =>
		supabase.from('purchases').select('*').eq('stripe_session_id', sessionId).eq('user_id', userId).single(),
	)
	const row: unknown = answer?.data
	if (
		typeof row !== 'object' ||
		row === null ||
		!('product_name' in row) ||
		typeof row.product_name !== 'string'
	) {
		return { kind: 'missing', failure }
	}
	const catalogueId = 'catalogue_id' in row ? row.catalogue_id : undefined
	const product = shelf.find(({ id }) => id === catalogueId) ?? null
	return { kind: 'found', productName: row.product_name, product }
}
