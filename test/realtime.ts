import type {
	RealtimeChannel,
	RealtimeChannelOptions,
	RealtimePostgresChangesPayload,
	SupabaseClient,
} from '@supabase/supabase-js'
import { expect } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import type { World } from '#test/world.ts'

/** A channel and everything its client has received. */
export interface Heard {
	channel: RealtimeChannel
	changes: RealtimePostgresChangesPayload<Record<string, unknown>>[]
	broadcasts: Record<string, unknown>[]
	/** What the server has said about the channel, and the client's own states. */
	states: string[]
}

interface Subscription {
	changes?: { event?: '*' | 'UPDATE'; schema?: string; table?: string; filter?: string; select?: string[] }[]
	config?: RealtimeChannelOptions['config']
}

/** Joins a channel, and waits until it is joined or refused. */
export async function subscribe(
	client: Pick<SupabaseClient, 'channel'>,
	name: string,
	{ changes = [], config = {} }: Subscription = {},
): Promise<Heard> {
	const channel = client.channel(name, { config })
	const heard: Heard = { channel, changes: [], broadcasts: [], states: [] }
	const keep = (given: RealtimePostgresChangesPayload<Record<string, unknown>>) => heard.changes.push(given)
	for (const { event = '*', schema = 'public', ...rest } of changes) {
		if (event === 'UPDATE') channel.on('postgres_changes', { event, schema, ...rest }, keep)
		else channel.on('postgres_changes', { event, schema, ...rest }, keep)
	}
	channel.on('broadcast', { event: '*' }, (given) => heard.broadcasts.push(given))
	channel.on('system', {}, ({ message }: { message: string }) => heard.states.push(message))
	const answered = Promise.withResolvers<void>()
	channel.subscribe((state, error) => {
		heard.states.push(error === undefined ? state : `${state}: ${error.message}`)
		answered.resolve()
	})
	await answered.promise
	// A second message says whether the subscription to changes has succeeded.
	if (changes.length > 0 && heard.states[0] === 'SUBSCRIBED')
		await expect.poll(() => heard.states.length).toBe(2)
	return heard
}

let edits = 0

/** Changes a product. Subscribers to products receive this after all earlier changes. Returns its new description. */
export async function changeProduct({ database }: Pick<World, 'database'>): Promise<string> {
	const description = `Edited ${++edits} times`
	await database.query(sql`update public.products set description = ${description} where id = '1'`)
	return description
}

/** Changes a product and waits for that change. All changes committed before must have arrived by then. */
export async function untilProductChange(world: Pick<World, 'database'>, ...all: Heard[]): Promise<void> {
	const description = await changeProduct(world)
	for (const { changes } of all) await expect.poll(() => changes.at(-1)?.new).toMatchObject({ description })
}
