import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Binding, TableName, Verb } from '#server/apis/realtime/bindings.ts'
import type { Change } from '#server/apis/realtime/change-feed.ts'
import type { Channel } from '#server/apis/realtime/channel.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { matches } from '#server/apis/realtime/filter.ts'
import { type EndedSession, endChannel, mostAtOnce, readFor } from '#server/apis/realtime/sessions.ts'
import type { Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import { exposedColumns } from '#server/shop/exposed-columns.ts'

type Context = Pick<RealtimeContext, 'database' | 'hub' | 'presence'>
/** A change, and one channel that subscribes to it. */
interface Delivery {
	channel: Channel
	change: Change
}
/** A delivery, and the caller with whose rights its row is read. */
interface Asked extends Delivery {
	caller: Caller
	row: { table: TableName; id: string } | undefined
}
/** The messages written so far, by change, row and columns. They are kept because many subscribers receive the same message. */
type Written = Map<Change, Map<Row | null, Map<string, string>>>
type Seen = { row: Row | null } | { ended: EndedSession }

/** How long changes are sent without a pause before the server turns to other work. */
const longestTurnMs = 10

/**
 * Sends changes, in order, to the subscribers on this server who may see them. A subscriber receives the row as it is now, read
 * with their current token. For a deleted row, only the key is sent: to the row's user, to everyone if it belonged to no user,
 * and always to the service role. If this rejects, it can be called again with the same changes: nobody receives a change
 * twice.
 */
export async function deliverChanges(context: Context, changes: readonly Change[]): Promise<void> {
	for (let at = 0; at < changes.length; ) {
		const together: Delivery[] = []
		for (; at < changes.length && together.length < mostAtOnce; at++) {
			const change = changes[at]
			if (change === undefined) continue
			for (const channel of context.hub.watchersOf(change.user_id))
				if (wants(channel, change)) together.push({ channel, change })
		}
		await deliver(context, together)
	}
}

async function deliver(context: Context, deliveries: readonly Delivery[]): Promise<void> {
	let left = deliveries
	while (left.length > 0) {
		const asked = left.map(({ channel, change }): Asked => {
			const { table_name: table, row_id: id, verb } = change
			return { channel, change, caller: channel.caller, row: verb === 'DELETE' ? undefined : { table, id } }
		})
		const seen = await readAs(context, asked)
		const again: Delivery[] = []
		// Channels whose client has sent another token in the meantime. Their rows are read again, and their later changes wait, to
		// keep the order.
		const late = new Set<Channel>()
		const written: Written = new Map()
		let begun = performance.now()
		for (const delivery of asked) {
			if (performance.now() - begun > longestTurnMs) {
				await setImmediate()
				begun = performance.now()
			}
			const { channel, change, caller } = delivery
			if (channel.isClosed) continue
			const found = seen.get(delivery)
			if (channel.caller !== caller || found === undefined) late.add(channel)
			if (late.has(channel)) again.push(delivery)
			else if (found === undefined) continue
			else if ('ended' in found) endChannel(context, channel, found.ended)
			else {
				send(channel, change, found.row, written)
				channel.since = change.id
			}
		}
		left = again.filter(({ channel, change }) => wants(channel, change))
	}
}

function wants(channel: Channel, { id, table_name, verb, user_id }: Change): boolean {
	const { caller, bindings, userId, isClosed, since } = channel
	if (isClosed || id <= since) return false
	if (user_id !== null && user_id !== userId && caller.role !== 'service') return false
	return bindings.some((binding) => isAbout(binding, table_name, verb))
}

function isAbout(binding: Binding, table: TableName, verb: Verb): boolean {
	return (binding.table ?? table) === table && (binding.verb === '*' || binding.verb === verb)
}

const visibleRow = z.object({ visible: z.record(z.string(), z.unknown()).nullable() })

/**
 * Reads each delivery's row with the rights of the subscriber that it is for. The row is null if the subscriber may not see it,
 * or if it is gone.
 */
async function readAs({ database }: Context, asked: readonly Asked[]): Promise<Map<Asked, Seen>> {
	const seen = new Map<Asked, Seen>()
	const users = asked.flatMap((delivery) => {
		const { caller, row } = delivery
		return caller.role === 'authenticated' ? [{ delivery, caller, row }] : []
	})
	for (const [{ delivery }, { ended, visible }] of await readFor(database, users))
		seen.set(delivery, ended === null ? { row: visible } : { ended })
	for (const role of ['anon', 'service'] as const) {
		const others = asked.filter(({ caller }) => caller.role === role)
		const byRow = [...Map.groupBy(others, ({ row }) => row && JSON.stringify(row))]
		const rows = byRow.flatMap(([, [first]]) => first?.row ?? [])
		const found =
			rows.length === 0
				? []
				: await database.readAs(
						{ role },
						sql`select realtime.read_row(of_table, with_id) as visible from unnest(
							${rows.map(({ table }) => table)}::text[], ${rows.map(({ id }) => id)}::text[]
						) as asked (of_table, with_id)`,
						{ row: visibleRow },
					)
		const visible = found.values()
		for (const [text, same] of byRow) {
			const row = text === undefined ? null : (visible.next().value?.visible ?? null)
			for (const delivery of same) seen.set(delivery, { row })
		}
	}
	return seen
}

function send(channel: Channel, change: Change, row: Row | null, written: Written): void {
	const { table_name: table, verb, row_id } = change
	if (row === null && verb !== 'DELETE') return
	const old = { id: row_id }
	const groups = new Map<string, number[]>()
	for (const { id, columns, filters, ...about } of channel.bindings) {
		if (!isAbout({ id, columns, filters, ...about }, table, verb)) continue
		// Only the key of a deleted row is known, so conditions on other columns are ignored.
		const known = row === null ? filters.filter(({ column }) => column === 'id') : filters
		if (!matches(known, row ?? old)) continue
		const names = columns?.toSorted().join(',') ?? ''
		groups.set(names, [...(groups.get(names) ?? []), id])
	}
	const ofChange = written.get(change) ?? new Map<Row | null, Map<string, string>>()
	written.set(change, ofChange)
	for (const [names, ids] of groups) {
		const same = ofChange.get(row) ?? new Map<string, string>()
		const data = same.get(names) ?? JSON.stringify(dataOf(change, row, names))
		ofChange.set(row, same.set(names, data))
		if (channel.namesTable) channel.push(verb, data)
		else channel.push('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`)
	}
}

/** Returns a change in the format of the official client, with the named columns. If none are named, it has all columns. */
function dataOf({ table_name: table, verb, at, row_id }: Change, row: Row | null, names: string): object {
	const wanted = names === '' ? undefined : new Set(names.split(','))
	const columns = Object.entries(exposedColumns[table])
		.filter(([name]) => wanted?.has(name) ?? true)
		.map(([name, type]) => ({ name, type: typeNames[type] }))
	return {
		schema: 'public',
		table,
		commit_timestamp: at.toISOString(),
		type: verb,
		columns,
		...(row === null ? {} : { record: Object.fromEntries(columns.map(({ name }) => [name, row[name]])) }),
		...(verb === 'INSERT' ? {} : { old_record: { id: row_id } }),
		errors: null,
	}
}

/** PostgreSQL's names for the types. The official client uses these names to convert values. */
const typeNames = {
	uuid: 'uuid',
	text: 'text',
	numeric: 'numeric',
	bigint: 'int8',
	boolean: 'bool',
	timestamptz: 'timestamptz',
}
