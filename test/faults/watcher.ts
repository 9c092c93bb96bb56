import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

const purchaseRow = z.object({ user_id: z.string(), product_id: z.string(), status: z.string() })
type PurchaseRow = z.infer<typeof purchaseRow>

/** One device of a user, on which the shop's page is open. */
export interface Watcher {
	client: SupabaseClient
	/** The guides that the page shows as the user's, sorted. */
	guides: string[]
	/** The rows that the server has sent over the channel, and when they were changed. */
	told: { at: Date; row: PurchaseRow }[]
	/** What the client and the server have said about the channel. */
	states: string[]
	close(): Promise<void>
}

/** Watches a user's purchases as the shop's pages do (`src/web/shop/watch-purchases.ts`): after each message, it reads them again. */
export async function watchAs(client: SupabaseClient, userId: string): Promise<Watcher> {
	const watcher: Watcher = { client, guides: [], told: [], states: [], close: () => leave() }
	let isOpen = true
	let isDue = false
	let reading: Promise<void> | undefined

	async function readAll(): Promise<void> {
		while (isDue && isOpen) {
			isDue = false
			const { data, error } = await client.from('purchases').select('product_id').eq('status', 'completed')
			if (error === null)
				watcher.guides = z
					.array(z.object({ product_id: z.string() }))
					.parse(data)
					.map(({ product_id }) => product_id)
					.toSorted()
			else watcher.states.push(`not read: ${error.message}`)
		}
		reading = undefined
	}

	function read(): void {
		isDue = true
		reading ??= readAll()
	}

	async function leave(): Promise<void> {
		isOpen = false
		await client.removeAllChannels()
		await client.realtime.disconnect()
		await reading
	}

	await client.realtime.setAuth()
	client
		.channel(`purchases of ${userId}`)
		.on(
			'postgres_changes',
			{ event: '*', schema: 'public', table: 'purchases', filter: `user_id=eq.${userId}` },
			({ new: row, commit_timestamp }: RealtimePostgresChangesPayload<Record<string, unknown>>) => {
				watcher.told.push({ at: new Date(commit_timestamp), row: purchaseRow.parse(row) })
				read()
			},
		)
		.on('system', {}, ({ message }: { message: string }) => watcher.states.push(message))
		.subscribe((state) => {
			watcher.states.push(state)
			if (state === 'SUBSCRIBED') read()
		})
	return watcher
}
