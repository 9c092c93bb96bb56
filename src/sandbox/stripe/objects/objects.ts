import type { SQLInputValue } from 'node:sqlite'
import type { Row, Store } from '#sandbox/store/store.ts'
import type { Kind, Kinds } from '#sandbox/stripe/objects/kinds.ts'

export const objectsSchema = `
	create table if not exists objects (
		seq integer primary key autoincrement,
		kind text not null,
		id text not null unique,
		parent text,
		created integer not null,
		data text not null
	) strict;
	create index if not exists objects_of_kind on objects (kind, seq);
	create index if not exists objects_of_parent on objects (parent, kind, seq) where parent is not null;
	create index if not exists open_sessions on objects (data ->> 'expires_at') where kind = 'checkout.session' and data ->> 'status' = 'open'`

// The hint makes SQLite use the index. SQLite does not know how few Checkout Sessions are open. Without the hint, it would read
// all of them after each call.
const openCheckoutSessions =
	"objects indexed by open_sessions where kind = 'checkout.session' and data ->> 'status' = 'open'"

export interface ListQuery {
	limit: number
	/** Null for objects without a parent. */
	parent?: string | null | undefined
	/** Filters by fields, each with one value or several. A dot in a field's name leads into a nested field. */
	where?: Readonly<Record<string, string | readonly string[]>>
	created?: {
		gt?: number | undefined
		gte?: number | undefined
		lt?: number | undefined
		lte?: number | undefined
	}
	startingAfter?: string | undefined
	endingBefore?: string | undefined
	oldestFirst?: boolean
}

/**
 * Stores the same objects as Stripe. Most have a parent: the Checkout Session for a line item or a payment intent, the payment
 * intent for a charge, the charge for a refund or a dispute, and the payout for a balance transaction that was paid out.
 */
export interface Objects {
	insert<K extends Kind>(kind: K, object: Kinds[K], parent?: string): Kinds[K]
	update<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K]
	find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined
	parentOf(id: string): string | undefined
	setParent(id: string, parent: string): void
	children<K extends Kind>(kind: K, parent: string): Kinds[K][]
	list<K extends Kind>(kind: K, query: ListQuery): { data: Kinds[K][]; hasMore: boolean }
	/** Lists the open Checkout Sessions whose time is up at this unix time. */
	expiredCheckoutSessions(at: number): Kinds['checkout.session'][]
	/** Returns the unix time at which the next open Checkout Session will expire. */
	nextExpiry(): number | undefined
}

const comparisons = [
	['gt', '>'],
	['gte', '>='],
	['lt', '<'],
	['lte', '<='],
] as const

export function createObjects(store: Store): Objects {
	function find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
		const row = store.get('select data from objects where id = ? and kind = ?', id, kind)
		return row === undefined ? undefined : read<K>(row)
	}

	return {
		insert: (kind, object, parent) => {
			const created = 'created' in object ? object.created : 0
			store.run(
				'insert into objects (kind, id, parent, created, data) values (?, ?, ?, ?, ?)',
				kind,
				object.id,
				parent ?? null,
				created,
				JSON.stringify(object),
			)
			return object
		},
		update: (kind, object) => {
			store.run(
				'update objects set data = ? where id = ? and kind = ?',
				JSON.stringify(object),
				object.id,
				kind,
			)
			return object
		},
		find,
		parentOf: (id) => {
			const parent = store.get('select parent from objects where id = ?', id)?.parent
			return typeof parent === 'string' ? parent : undefined
		},
		setParent: (id, parent) => store.run('update objects set parent = ? where id = ?', parent, id),
		children: <K extends Kind>(kind: K, parent: string) =>
			store
				.all('select data from objects where parent = ? and kind = ? order by seq', parent, kind)
				.map((row) => read<K>(row)),
		list: <K extends Kind>(kind: K, query: ListQuery) => {
			const { sql, values, reversed } = listStatement(kind, query)
			const rows = store.all(sql, ...values)
			const hasMore = rows.length > query.limit
			const page = rows.slice(0, query.limit)
			return { data: (reversed ? page.reverse() : page).map((row) => read<K>(row)), hasMore }
		},
		expiredCheckoutSessions: (at) =>
			store
				.all(`select data from ${openCheckoutSessions} and data ->> 'expires_at' <= ? order by seq`, at)
				.map((row) => read<'checkout.session'>(row)),
		nextExpiry: () => {
			const row = store.get(`select min(data ->> 'expires_at') as at from ${openCheckoutSessions}`)
			return typeof row?.at === 'number' ? row.at : undefined
		},
	}
}

function read<K extends Kind>(row: Row): Kinds[K] {
	return JSON.parse(String(row.data))
}

/** Selects one row more than the limit, to know whether there is another page. */
function listStatement(
	kind: Kind,
	query: ListQuery,
): { sql: string; values: SQLInputValue[]; reversed: boolean } {
	const conditions = ['kind = ?']
	const values: SQLInputValue[] = [kind]
	function only(condition: string, value: SQLInputValue): void {
		conditions.push(condition)
		values.push(value)
	}
	if (query.parent === null) conditions.push('parent is null')
	else if (query.parent !== undefined) only('parent = ?', query.parent)
	for (const [field, value] of Object.entries(query.where ?? {})) {
		conditions.push('cast(data ->> ? as text) in (select value from json_each(?))')
		values.push(`$.${field}`, JSON.stringify(typeof value === 'string' ? [value] : value))
	}
	for (const [comparison, sign] of comparisons) {
		const bound = query.created?.[comparison]
		if (bound !== undefined) only(`created ${sign} ?`, bound)
	}
	const reversed = query.endingBefore !== undefined
	const forwards = query.oldestFirst === true
	const cursor = query.startingAfter ?? query.endingBefore
	const descending = forwards === reversed
	if (cursor !== undefined)
		only(`seq ${descending ? '<' : '>'} (select seq from objects where id = ?)`, cursor)
	const sql = `select data from objects where ${conditions.join(' and ')} order by seq ${descending ? 'desc' : 'asc'} limit ${query.limit + 1}`
	return { sql, values, reversed }
}
