import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { call } from '#web/session/call.ts'
import { markOwned } from './owned.ts'

/** Writes the free product to the user's purchases. A failure is only logged: it must not stand between them and the file. */
export async function recordFreePurchase(userId: string, product: ShelfProduct): Promise<void> {
	const { answer, failure } = await call('/rest/v1/purchases', (supabase) =>
		supabase.from('purchases').insert({
			user_id: userId,
			product_id: product.id,
			product_name: product.title,
			price: 0,
			status: 'completed',
			currency: 'GBP',
		}),
	)
	// A second insert is a conflict, which means the row is there already.
	const recorded = answer !== null && (answer.error === null || answer.status === 409)
	if (recorded) markOwned(userId, product.id)
	else console.warn('The free purchase was not recorded.', answer?.error?.message, failure)
}
