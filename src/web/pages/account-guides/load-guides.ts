import type { SupabaseClient } from '@supabase/supabase-js'
import { call } from '#web/session/call.ts'
import type { Failure } from '#web/session/failed-requests.ts'
import { type LostGuide, type Offered, type OwnedGuide, readGuides, readLostGuides } from './read-guides.ts'
import { type Receipt, readReceipts } from './read-receipts.ts'

export type Guides =
	| { kind: 'loaded'; guides: OwnedGuide[]; lost: LostGuide[]; receipts: Receipt[] }
	| { kind: 'failed'; failure: Failure }

type Answer = { data: readonly unknown[] | null; error: unknown }

/** Loads the user’s guides, downloads and receipts, newest first. `offered` is what the shop offers now. */
export async function loadGuides(userId: string, offered: Offered): Promise<Guides> {
	const answers = await Promise.all([
		ask('purchases', (supabase) =>
			supabase
				.from('purchases')
				// Selects all columns, because a server of the previous release may answer while the shop is being upgraded. It would
				// reject a query that names `part_of`, which it doesn't have.
				.select()
				.eq('user_id', userId)
				.in('status', ['completed', 'refunded', 'disputed', 'held', 'pending', 'failed'])
				.order('created_at', { ascending: false }),
		),
		ask('products', (supabase) =>
			supabase.from('products').select('id, title, file_name, edition, withdrawn'),
		),
		ask('downloads', (supabase) =>
			supabase
				.from('downloads')
				.select('catalogue_id, file_name, edition, at')
				.eq('user_id', userId)
				.order('at', { ascending: false }),
		),
		ask('receipts', (supabase) =>
			supabase
				.from('receipts')
				// Selects all columns, because a server of the previous release may answer while the shop is being upgraded. It would
				// reject a query that names the columns for discounts, which it doesn't have.
				.select()
				.eq('user_id', userId)
				.order('paid_at', { ascending: false }),
		),
		ask('refunds', (supabase) =>
			supabase
				.from('refunds')
				.select('purchase_id, kind, amount, at')
				.eq('user_id', userId)
				.eq('stands', true)
				.order('at'),
		),
		// Row level security shows only the user's own.
		ask('reviews', (supabase) => supabase.from('reviews').select('catalogue_id, rating')),
	])
	for (const { failure } of answers) if (failure !== null) return { kind: 'failed', failure }
	const [purchases, products, downloads, receipts, refunds, reviews] = answers.map(({ rows }) => rows)
	return {
		kind: 'loaded',
		guides: readGuides({ purchases, products, downloads, reviews }, offered),
		lost: readLostGuides(purchases ?? [], offered),
		receipts: readReceipts({ receipts, purchases, refunds }),
	}
}

async function ask(
	table: string,
	query: (supabase: SupabaseClient) => PromiseLike<Answer>,
): Promise<{ rows: readonly unknown[]; failure: Failure | null }> {
	const { answer, failure } = await call(`/rest/v1/${table}`, query)
	if (answer === null || answer.error !== null) return { rows: [], failure }
	return { rows: answer.data ?? [], failure: null }
}
