import { call } from '#web/session/call.ts'

/** The catalogue ids of the user's completed purchases; null where the server could not tell. */
export async function loadOwnedIds(userId: string): Promise<string[] | null> {
	const { answer } = await call('/rest/v1/purchases', (supabase) =>
		supabase
			.from('purchases')
			.select('catalogue_id, product_name, status')
			.eq('user_id', userId)
			.eq('status', 'completed'),
	)
	return answer === null || answer.error !== null ? null : ownedIds(answer.data)
}

/** The ids in the rows as they came off the wire; a row without one is passed over. */
function ownedIds(rows: readonly unknown[]): string[] {
	return rows.flatMap((row) =>
		typeof row === 'object' && row !== null && 'catalogue_id' in row && typeof row.catalogue_id === 'string'
			? [row.catalogue_id]
			: [],
	)
}
