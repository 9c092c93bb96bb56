import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { count } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { movementSchema } from '#shared/admin/sales.ts'
import { listPositionUnknown } from './errors.ts'
import {
	type Cursor,
	exactly,
	inOrder,
	type MovementFilter,
	type MovementOrder,
	movementsIn,
	readChanged,
} from './movements.ts'
import type { Period } from './period.ts'

const rowSchema = movementSchema
	.omit({ place: true, at: true })
	.extend({ exactly: z.string(), key: z.string() })

type ListedMovement = z.infer<typeof movementSchema>

interface ListOptions {
	filter: MovementFilter
	order?: MovementOrder | undefined
	/** Positions in the list: only movements older than `before` and newer than `after` are listed. */
	before?: string | undefined
	after?: string | undefined
	limit: number
}

/**
 * Lists the movements of a period of whole days in London time. `next` is the position from which the list continues; null at its
 * end.
 */
export async function listMovements(
	{ database }: { database: Pick<Database, 'query'> },
	period: Period,
	{ filter, order, before, after, limit }: ListOptions,
): Promise<{ rows: ListedMovement[]; next: string | null }> {
	const page = { order, limit: limit + 1, before: placeIn(before), after: placeIn(after) }
	const changed = await readChanged({ database })
	const rows = await database.query(
		sql`
		select ${exactly(sql`moved.at`)} as exactly, moved.key, moved.kind, r.number as receipt,
			coalesce(r.product_name, p.product_name) as product, moved.purchase_id, p.user_id, u.email, moved.gross_pence, moved.vat_pence,
			moved.fee_pence, p.status, moved.country, (
				select coalesce(sum(e.amount_pence), 0) from public.refunds e where e.purchase_id = moved.purchase_id and e.stands
			) as refunded_pence,
			${discountOf(sql`moved.kind`)}
		from (
			select * from (${movementsIn(changed, period, filter, page)}) first order by ${inOrder(order, 'first')} limit ${page.limit}
		) moved
		join public.purchases p on p.id = moved.purchase_id
		left join public.receipts r on r.purchase_id = moved.purchase_id
		left join auth.users u on u.id = p.user_id
		order by ${inOrder(order, 'moved')}`,
		rowSchema,
	)
	const listed = rows.slice(0, limit).map(({ exactly: at, key, ...row }) => ({
		place: writePlace({ at, key }),
		at,
		...row,
	}))
	return { rows: listed, next: rows.length > limit ? (listed.at(-1)?.place ?? null) : null }
}

/**
 * Selects the discount and the discount code from the receipt `r`. Both are null unless the movement is the sale itself, so that
 * refunds do not repeat the discount.
 */
export function discountOf(kind: Sql): Sql {
	return sql`case when ${kind} = 'sale' then r.discount_pence end as discount_pence,
		case when ${kind} = 'sale' then r.discount_code end as discount_code`
}

const mostNew = 100

/** Counts the movements that are newer than a position in the list, up to a hundred. */
export async function countNewer(
	{ database }: { database: Pick<Database, 'query'> },
	period: Period,
	{ filter, after }: { filter: MovementFilter; after: string },
): Promise<number> {
	const page = { limit: mostNew, after: readPlace(after) }
	const changed = await readChanged({ database })
	return await count(
		database,
		sql`select least(count(*), ${mostNew}) as count from (${movementsIn(changed, period, filter, page)}) newer`,
	)
}

const placeSchema = z.tuple([z.iso.datetime({ precision: 6 }), z.string().min(1).max(200)])

function writePlace({ at, key }: Cursor): string {
	return Buffer.from(JSON.stringify([at, key])).toString('base64url')
}

function placeIn(text: string | undefined): Cursor | undefined {
	return text === undefined ? undefined : readPlace(text)
}

function readPlace(text: string): Cursor {
	try {
		const [at, key] = placeSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
		return { at, key }
	} catch {
		throw listPositionUnknown()
	}
}
