import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Sets the price of a product, as an owner would. */
export async function setPrice(
	database: Pick<Database, 'asServer'>,
	id: string,
	pence: number,
): Promise<void> {
	const by = 'Ada'
	await database.asServer(async (tx) => {
		await lockProduct(tx, id)
		const price = { pence, from: new Date().toISOString(), by }
		await decide(tx, id, { by, change: 'price set', decided: { price } })
	})
}

/** The year of the next 1 July at nine in London. Prices can be planned for times in the future, but at most a year ahead. */
export function yearOfNextJuly(): number {
	const year = new Date().getUTCFullYear()
	return Date.now() < Date.UTC(year, 6, 1, 8) ? year : year + 1
}
