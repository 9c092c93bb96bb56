import { setImmediate } from 'node:timers/promises'
import type { Binding, TableName, Verb } from '#server/apis/realtime/bindings.ts'
import type { Change } from '#server/apis/realtime/change-feed.ts'
import type { Channel } from '#server/apis/realtime/channel.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { matches } from '#server/apis/realtime/filter.ts'
import { type EndedSession, endChannel, readFor } from '#server/apis/realtime/sessions.ts'
import type { Caller } from '#server/platform/db/caller.ts'
import type { Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { exposedColumns } from '#server/shop/exposed-columns.ts'

type Context = Pick<RealtimeContext, 'database' | 'hub' | 'presence'>
/** What has been written for a row and some of its columns: many subscribers receive the same. */
type Written = Map<Row | null, Map<string, string>>
type Seen = { row: Row | null } | { ended: EndedSession }

/** How long everything else on this server waits while subscribers are sent a change. */
const longestTurnMs = 10

/**
 * Sends a change to the subscribers here who may see it. Each receives the row as it is now, read with the token they hold now; a deleted row
 * only by its key, and only if it was theirs or anyone's.
 */
export async function deliverChange(context: Context, change: Change): Promise<void> {
	let left = new Set([...context.hub.watching].filter((channel) => wants(channel, change)))
	while (left.size > 0) {
		const callers = new Map([...left].map((channel) => [channel, channel.caller]))
		const seen = await readAs(context, change, new Set(callers.values()))
		const again = new Set<Channel>()
		const written: Written = new Map()
		let begun = performance.now()
		for (const [channel, caller] of callers) {
			if (performance.now() - begun > longestTurnMs) {
				await setImmediate()
				begun = performance.now()
			}
			if (channel.isClosed) continue
			const found = seen.get(caller)
			// The client has sent another token meanwhile.
			if (channel.caller !== caller || found === undefined) again.add(channel)
			else if ('ended' in found) endChannel(context, channel, found.ended)
			else send(channel, change, found.row, written)
		}
		left = new Set([...again].filter((channel) => wants(channel, change)))
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

/** Reads the row in the name of each caller; null for one who may not see it, or if it is gone. */
async function readAs(
	{ database }: Context,
	{ table_name, verb, row_id }: Change,
	callers: ReadonlySet<Caller>,
): Promise<Map<Caller, Seen>> {
	const isGone = verb === 'DELETE'
	const seen = new Map<Caller, Seen>()
	const users = [...callers].filter((caller) => caller.role === 'authenticated')
	const answers = await readFor(database, users, isGone ? undefined : { table: table_name, id: row_id })
	for (const [caller, { ended, visible }] of answers)
		seen.set(caller, ended === null ? { row: visible } : { ended })
	const others = [...callers].filter((caller) => caller.role !== 'authenticated')
	for (const role of new Set(others.map((caller) => caller.role))) {
		const rows = isGone
			? []
			: await database.readAs<{ visible: Row | null }>(
					{ role },
					sql`select realtime.read_row(${table_name}, ${row_id}) as visible`,
				)
		for (const caller of others) if (caller.role === role) seen.set(caller, { row: rows[0]?.visible ?? null })
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
		// Of a deleted row nothing but the key is known, so other conditions don't count.
		const known = row === null ? filters.filter(({ column }) => column === 'id') : filters
		if (!matches(known, row ?? old)) continue
		const names = columns?.toSorted().join(',') ?? ''
		groups.set(names, [...(groups.get(names) ?? []), id])
	}
	for (const [names, ids] of groups) {
		const same = written.get(row) ?? new Map<string, string>()
		const data = same.get(names) ?? JSON.stringify(dataOf(change, row, names))
		written.set(row, same.set(names, data))
		channel.push('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`)
	}
}

/** Returns a change as the official client reads it, with these columns or, if none is named, with all. */
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

/** PostgreSQL's own names, by which the official client converts values. */
const typeNames = {
	uuid: 'uuid',
	text: 'text',
	numeric: 'numeric',
	bigint: 'int8',
	boolean: 'bool',
	timestamptz: 'timestamptz',
}
