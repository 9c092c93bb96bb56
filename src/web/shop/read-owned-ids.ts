import { call } from '#web/session/call.ts'

/** Returns the catalogue ids of the user's completed purchases; null if the request failed. */
export async function readOwnedIds(userId: string): Promise<string[] | null> {
	const { answer } = await call('/rest/v1/purchases', (supabase) =>
		supabase
			.from('purchases')
			.select('catalogue_id, product_name, status')
			.eq('user_id', userId)
			.eq('status', 'completed'),
	)
	return answer === null || answer.error !== null ? null : catalogueIds(answer.data)
}

function catalogueIds(rows: readonly unknown[]): string[] {
	return rows.flatMap((row) =>
		typeof row === 'object' && row !== null && 'catalogue_id' in row && typeof row.catalogue_id === 'string'
			? [row.catalogue_id]
			: [],
	)
}
