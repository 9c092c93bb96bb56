import { catalogue } from '#catalogue/index.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { poundsToPence } from '#shared/money.ts'
import { call } from '#web/session/call.ts'
import type { Failure } from '#web/session/failures.ts'

/** One guide the visitor owns. */
export interface OwnedGuide {
	id: string
	name: string
	/** Null where the shop no longer lists what was bought. */
	product: Product | null
	pricePence: number
	boughtAt: Date
}

export type Guides = { kind: 'loaded'; guides: OwnedGuide[] } | { kind: 'failed'; failure: Failure }

/** The user's completed purchases, newest first. */
export async function loadGuides(userId: string): Promise<Guides> {
	const { answer, failure } = await call('/rest/v1/purchases', (supabase) =>
		supabase
			.from('purchases')
			.select('id, catalogue_id, product_name, price, created_at')
			.eq('user_id', userId)
			.eq('status', 'completed')
			.order('created_at', { ascending: false }),
	)
	if (answer === null || answer.error !== null) return { kind: 'failed', failure }
	return { kind: 'loaded', guides: answer.data.flatMap((row: unknown) => readGuide(row) ?? []) }
}

/** A purchase row as it came off the wire; null where it is not one. */
export function readGuide(row: unknown): OwnedGuide | null {
	if (typeof row !== 'object' || row === null) return null
	if (!('id' in row && 'product_name' in row && 'price' in row && 'created_at' in row)) return null
	const { id, product_name: name, price, created_at: createdAt } = row
	if (typeof id !== 'string' || typeof name !== 'string') return null
	if (typeof price !== 'number' || typeof createdAt !== 'string') return null
	const catalogueId = 'catalogue_id' in row ? row.catalogue_id : null
	const product = catalogue.find((candidate) => candidate.id === catalogueId) ?? null
	return { id, name, product, pricePence: poundsToPence(price), boughtAt: new Date(createdAt) }
}
