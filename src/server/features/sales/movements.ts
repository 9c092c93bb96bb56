import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { identifier, join, type Sql, sql } from '#server/platform/db/sql.ts'
import type { MovementKind } from '#shared/admin/sales.ts'
import { daysOf, type Period } from './period.ts'

/** Which movements are wanted. A property that is left out excludes nothing. */
export interface MovementFilter {
	what?: 'sales' | 'refunds' | 'disputes' | 'returned' | undefined
	/** The id of a product of the catalogue. */
	product?: string | undefined
	/** The present status of the purchase. */
	status?: 'paid' | 'part refunded' | 'refunded' | 'disputed' | undefined
	/** A country in two letters, or `unknown`. */
	country?: string | undefined
	kinds?: readonly MovementKind[] | undefined
}

/** Which page of the list is wanted: the first movements in an order, or those before or after a position. */
export interface MovementPage {
	limit: number
	/** The newest first by default. */
	order?: MovementOrder | undefined
	before?: Cursor | undefined
	after?: Cursor | undefined
}

export type MovementOrder = 'newest' | 'oldest'

/** A position in the list: the time to the microsecond, and the key of the movement. */
export interface Cursor {
	at: string
	key: string
}

/**
 * The purchases that have changed since their movements were stored. Their movements are computed from the records. If this is
 * undefined, all movements are computed, because too many purchases have changed or no movements have been stored yet.
 */
export type Changed = readonly string[] | undefined

/** If more have changed, computing the whole period from the records is faster. */
const mostChanged = 10_000

const changedSchema = z.object({ is_filled: z.boolean(), ids: z.array(z.uuid()) })

/** Returns which purchases have changed since their movements were stored. Changes made after this call are not included. */
export async function readChanged({ database }: { database: Pick<Database, 'query'> }): Promise<Changed> {
	const { is_filled: isFilled, ids } = await one(
		database,
		sql`
		select exists (select from shop.movements_filled) as is_filled, array(
			select distinct purchase_id from (select purchase_id from shop.changed_purchases limit ${mostChanged + 1}) changed
		) as ids`,
		changedSchema,
	)
	return isFilled && ids.length <= mostChanged ? ids : undefined
}

const columns = sql`m.at, m.day, m.key, m.kind, m.purchase_id, m.gross_pence, m.vat_pence, m.fee_pence, m.catalogue_id, m.status, m.country, m.payout_id`

/**
 * Selects the movements of a period of whole days in London time. The columns are `at`, `day`, `key` (unique; it orders movements
 * of the same moment), `kind`, `purchase_id`, `gross_pence` and `vat_pence` (negative if the money went back), `fee_pence` (null
 * if it is not known yet), and those that movements can be filtered by. Lists and exports show these rows, and `sumsIn` adds them
 * up. If a page is given, reads no more of an index than that page needs.
 */
export function movementsIn(
	changed: Changed,
	period: Period,
	filter: MovementFilter = {},
	page?: MovementPage,
): Sql {
	const wanted = sql`${rangeOf(period)(sql`m.at`)} and ${matchOf(filter)} ${within(page)}`
	const first = page === undefined ? sql`` : sql`order by ${inOrder(page.order, 'm')} limit ${page.limit}`
	const computed = (purchases: Sql) =>
		sql`select ${columns} from (${movementsOf(purchases)}) m where ${wanted} ${first}`
	if (changed === undefined) return computed(purchasesIn(period))
	const stored = sql`
		select ${columns} from shop.movements m where ${wanted} ${except(changed)} ${first}`
	return changed.length === 0 ? stored : sql`(${stored}) union all (${computed(listed(changed))})`
}

/** Returns the columns that movements are ordered by. */
export function inOrder(order: MovementOrder = 'newest', table: string): Sql {
	const [at, key] = [sql`${identifier(table)}.at`, sql`${identifier(table)}.key`]
	return order === 'newest' ? sql`${at} desc, ${key} desc` : sql`${at}, ${key}`
}

const sums = sql`m.day, m.kind, m.catalogue_id, m.status, m.country, m.payout_id, count(*) as movements, sum(m.gross_pence) as gross_pence,
	sum(m.vat_pence) as vat_pence, coalesce(sum(m.fee_pence), 0) as fee_pence, count(*) filter (where m.fee_pence is null) as fees_unknown`
const bySum = sql`m.day, m.kind, m.catalogue_id, m.status, m.country, m.payout_id`

/**
 * Selects the sums of the movements that `movementsIn` selects. A day has several rows. Each row has the columns that the
 * movements are grouped by (`day`, `kind`, `catalogue_id`, `status`, `country`, `payout_id`), and the sums `movements`,
 * `gross_pence`, `vat_pence`, `fee_pence` and `fees_unknown`.
 */
export function sumsIn(changed: Changed, period: Period, filter: MovementFilter = {}): Sql {
	const { from, to } = daysOf(period)
	const wanted = sql`m.day between ${from}::date and ${to}::date and ${matchOf(filter)}`
	const computed = (purchases: Sql) =>
		sql`select ${sums} from (${movementsOf(purchases)}) m where ${wanted} group by ${bySum}`
	if (changed === undefined) return computed(purchasesIn(period))
	const stored = sql`
		select ${bySum}, m.movements, m.gross_pence, m.vat_pence, m.fee_pence, m.fees_unknown
		from (select *, ${whatOf(sql`kind`)} as what from shop.movement_sums) m where ${wanted}`
	if (changed.length === 0) return stored
	return sql`
		${stored}
		union all select ${bySum}, -1, -m.gross_pence, -m.vat_pence, -coalesce(m.fee_pence, 0), -(m.fee_pence is null)::integer
			from shop.movements m where m.purchase_id = any (${changed}::uuid[]) and ${wanted}
		union all ${computed(listed(changed))}`
}

/**
 * The time at which a refund `f` of the sale with receipt `r` counts in the books. This is the time of the refund, or that of
 * the sale if the refund was earlier. A payment on hold is not a sale yet, so its refunds count only after it is released, and
 * do not change an earlier month.
 */
export const refundCountsAt = sql`greatest(f.at, r.paid_at)`

/** Computes the movements of some purchases from the records. `purchases` selects their `id`. */
export function movementsOf(purchases: Sql): Sql {
	// The VAT of a part is the difference of two running totals, so that the parts of a whole refund return exactly the VAT charged.
	const returned = sql`sum(f.amount_pence) over (partition by b.purchase_id order by f.at, f.id)`
	const vatOf = (pence: Sql) =>
		sql`coalesce(round(least(${pence}, b.amount_pence)::numeric * b.vat_pence / nullif(b.amount_pence, 0)), 0)`
	const refundedVat = sql`(${vatOf(sql`${returned} - f.amount_pence`)} - ${vatOf(returned)})::integer`
	const partly = sql`exists (select from public.refunds e where e.purchase_id = p.id and e.stands)`
	return sql`
		with bought as materialized (
			select p.id as purchase_id, p.catalogue_id,
				case when p.status <> 'completed' then p.status when ${partly} then 'part refunded' else 'paid' end as status,
				c.purchase_id is not null as is_payment, c.payment_intent_id, r.number, r.paid_at, r.amount_pence, r.vat_pence,
				charge.fee_pence as charge_fee_pence, charge.payout_id as charge_payout_id, charge.country
			from (${purchases}) chosen
			join public.purchases p on p.id = chosen.id
			left join shop.checkouts c on c.purchase_id = p.id
			left join public.receipts r on r.purchase_id = p.id
			cross join lateral (
				select sum(m.fee_pence) as fee_pence, max(m.payout_id) as payout_id, max(m.country) as country
				from shop.balance_movements m where m.payment_intent_id = c.payment_intent_id and m.kind = 'charge'
			) charge
		), moved as (
			select b.*, b.paid_at as at, '1' || b.number as key, 'sale' as kind, b.amount_pence as gross, b.vat_pence as vat,
				case when b.payment_intent_id is null then 0 else b.charge_fee_pence end as fee_pence, b.charge_payout_id as payout_id
			from bought b where b.number is not null
			union all
			select b.*, greatest(f.at, b.paid_at), '2' || f.id, f.kind, -f.amount_pence, ${refundedVat},
				case when f.kind = 'by hand' then 0 else fees.fee_pence end, fees.payout_id
			from bought b join public.refunds f on f.purchase_id = b.purchase_id
			cross join lateral (
				select sum(m.fee_pence) as fee_pence, max(m.payout_id) as payout_id from shop.balance_movements m where m.source_id = f.id
			) fees
			where f.stands and b.number is not null
			union all
			-- The fee of a dispute that was not lost.
			select b.*, m.at, '3' || m.id, 'dispute fee', 0, 0, m.fee_pence, m.payout_id
			from bought b join shop.balance_movements m on m.payment_intent_id = b.payment_intent_id
			where m.kind = 'dispute' and m.fee_pence <> 0
				and not exists (select from public.refunds f where f.id = m.source_id and f.stands)
			union all
			-- A payment that was returned without ever becoming a sale has only cost its fees. While it is on hold or disputed, it may
			-- still become a sale.
			select b.*, f.at, '4' || f.id, 'returned payment', 0, 0, fees.fee_pence, fees.payout_id
			from bought b join public.refunds f on f.purchase_id = b.purchase_id
			cross join lateral (
				select sum(m.fee_pence) as fee_pence, max(m.payout_id) as payout_id from shop.balance_movements m
				where m.payment_intent_id = b.payment_intent_id
					and (m.kind <> 'dispute' or exists (select from public.refunds d where d.id = m.source_id and d.stands))
			) fees
			where f.stands and b.number is null and b.is_payment and b.status not in ('held', 'disputed') and not exists (
				select from public.refunds l where l.purchase_id = f.purchase_id and l.stands and (l.at, l.id) > (f.at, f.id)
			)
		)
		select key, purchase_id, kind, ${whatOf(sql`kind`)} as what, at, (at at time zone 'Europe/London')::date as day,
			gross as gross_pence, vat as vat_pence, fee_pence::integer as fee_pence, catalogue_id, status, country, payout_id
		from moved`
}

/** Selects the purchases that may have a movement in a period. */
export function purchasesIn(period: Period): Sql {
	const range = rangeOf(period)
	return sql`
		select r.purchase_id as id from public.receipts r where ${range(sql`r.paid_at`)}
		union select f.purchase_id from public.refunds f where ${range(sql`f.at`)}
		union select c.purchase_id from shop.balance_movements m
			join shop.checkouts c on c.payment_intent_id = m.payment_intent_id
			where m.kind = 'dispute' and m.fee_pence <> 0 and ${range(sql`m.at`)}`
}

/** Selects the purchases with these ids. */
export function listed(ids: readonly string[]): Sql {
	return sql`select unnest(${ids}::uuid[]) as id`
}

/** Formats a time with its microseconds, so that it can be compared exactly later. */
export function exactly(at: Sql): Sql {
	return sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** Selects the group that a kind of movement belongs to. The column `what` of `shop.movements` is computed in the same way. */
function whatOf(kind: Sql): Sql {
	return sql`case when ${kind} = 'sale' then 'sales' when ${kind} in ('refund', 'by hand') then 'refunds'
		when ${kind} = 'returned payment' then 'returned' else 'disputes' end`
}

function matchOf({ what, product, status, country, kinds }: MovementFilter): Sql {
	const conditions = [
		...(what === undefined ? [] : [sql`m.what = ${what}`]),
		...(kinds === undefined ? [] : [sql`m.kind = any (${kinds})`]),
		...(product === undefined ? [] : [sql`m.catalogue_id = ${product}`]),
		...(status === undefined ? [] : [sql`m.status = ${status}`]),
		...(country === undefined
			? []
			: [country === 'unknown' ? sql`m.country is null` : sql`m.country = ${country}`]),
	]
	return conditions.length === 0 ? sql`true` : join(conditions, ' and ')
}

function except(changed: readonly string[]): Sql {
	return changed.length === 0 ? sql`` : sql`and m.purchase_id <> all (${changed}::uuid[])`
}

/**
 * Returns a function that builds the SQL condition that a time is within a period of whole days in London time. The condition
 * compares the column itself, so that PostgreSQL can use its index.
 */
function rangeOf(period: Period): (at: Sql) => Sql {
	const { from, to } = daysOf(period)
	return (at) =>
		sql`${at} >= ${from}::timestamp at time zone 'Europe/London' and ${at} < (${to}::date + 1)::timestamp at time zone 'Europe/London'`
}

/** Returns the SQL condition that a movement comes before `page.before` and after `page.after`. Each may be missing. */
function within(page: MovementPage | undefined): Sql {
	const { before, after } = page ?? {}
	return sql`
		${before === undefined ? sql`` : sql`and (m.at, m.key) < (${before.at}::timestamptz, ${before.key}::text)`}
		${after === undefined ? sql`` : sql`and (m.at, m.key) > (${after.at}::timestamptz, ${after.key}::text)`}`
}
