import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { listed, movementsOf } from './movements.ts'

interface StoreOptions {
	database: Pick<Database, 'asServer'>
}

const purchasesAtATime = 1_000
/** For how long one run works. There is a run every minute, and the next one continues. */
const mostMs = 50_000

/**
 * Stores the movements of the purchases that have changed, and updates the sums of the days concerned. The first run stores the
 * movements of all purchases. Takes a thousand purchases at a time, so that nothing is locked for long.
 */
export async function storeMovements({ database }: StoreOptions): Promise<void> {
	const until = performance.now() + mostMs
	await markAll({ database })
	while ((await storeSome({ database })) === purchasesAtATime && performance.now() < until);
}

/**
 * Marks as changed every purchase that has movements, unless that was done before. After that, triggers mark each purchase that
 * changes.
 */
async function markAll({ database }: StoreOptions): Promise<void> {
	await database.asServer(async (tx) => {
		const first = await tx.execute(
			sql`insert into shop.movements_filled (at) select now() where not exists (select from shop.movements_filled)`,
		)
		if (first === 0) return
		await tx.execute(sql`set local statement_timeout = 0`)
		await tx.execute(sql`
			insert into shop.changed_purchases (purchase_id)
			select purchase_id from public.receipts
			union select purchase_id from public.refunds
			union select c.purchase_id from shop.balance_movements m
				join shop.checkouts c on c.payment_intent_id = m.payment_intent_id where m.kind = 'dispute'`)
	})
}

const markSchema = z.object({ id: z.coerce.string(), purchase_id: z.uuid() })
const daySchema = z.object({ day: z.string() })

const lock = sql`hashtextextended('headstart movements', 0)`

/** Waits until no other transaction stores movements, and then blocks others until this transaction ends. */
export async function oneAtATime(tx: Transaction): Promise<void> {
	await tx.query(sql`select pg_advisory_xact_lock(${lock})`)
}

/**
 * Stores the movements of some changed purchases. Returns how many marks it read, which is 0 while another server is doing this.
 */
async function storeSome({ database }: StoreOptions): Promise<number> {
	return await database.asServer(async (tx) => {
		const turn = await one(
			tx,
			sql`select pg_try_advisory_xact_lock(${lock}) as is_ours`,
			z.object({ is_ours: z.boolean() }),
		)
		if (!turn.is_ours) return 0
		const marks = await tx.query(
			sql`select id, purchase_id from shop.changed_purchases order by id limit ${purchasesAtATime}`,
			markSchema,
		)
		if (marks.length === 0) return 0
		const purchases = [...new Set(marks.map(({ purchase_id }) => purchase_id))]
		// The next statement sees every change that these marks stand for. A later change adds a mark of its own.
		const days = await tx.query(
			sql`
			with now as materialized (${movementsOf(listed(purchases))}),
			former as materialized (select * from shop.movements where purchase_id = any (${purchases}::uuid[])),
			gone as (
				delete from shop.movements m
				where m.purchase_id = any (${purchases}::uuid[]) and not exists (select from now where now.key = m.key)
			), put as (
				insert into shop.movements (
					key, purchase_id, kind, at, day, gross_pence, vat_pence, fee_pence, catalogue_id, status, country, payout_id
				)
				select key, purchase_id, kind, at, day, gross_pence, vat_pence, fee_pence, catalogue_id, status, country, payout_id from now
				on conflict (key) do update set purchase_id = excluded.purchase_id, kind = excluded.kind, at = excluded.at,
					day = excluded.day, gross_pence = excluded.gross_pence, vat_pence = excluded.vat_pence, fee_pence = excluded.fee_pence,
					catalogue_id = excluded.catalogue_id, status = excluded.status, country = excluded.country, payout_id = excluded.payout_id
			), change as (
				select day, kind, catalogue_id, status, country, payout_id, sum(sign) as movements, sum(sign * gross_pence) as gross_pence,
					sum(sign * vat_pence) as vat_pence, sum(sign * coalesce(fee_pence, 0)) as fee_pence,
					sum(sign * (fee_pence is null)::integer) as fees_unknown
				from (
					select 1 as sign, day, kind, catalogue_id, status, country, payout_id, gross_pence, vat_pence, fee_pence from now
					union all
					select -1, day, kind, catalogue_id, status, country, payout_id, gross_pence, vat_pence, fee_pence from former
				) both_of group by day, kind, catalogue_id, status, country, payout_id
			), summed as (
				insert into shop.movement_sums as s select * from change
				on conflict (day, kind, catalogue_id, status, country, payout_id) do update set
					movements = s.movements + excluded.movements, gross_pence = s.gross_pence + excluded.gross_pence,
					vat_pence = s.vat_pence + excluded.vat_pence, fee_pence = s.fee_pence + excluded.fee_pence,
					fees_unknown = s.fees_unknown + excluded.fees_unknown
				returning day
			), done as (
				delete from shop.changed_purchases where id = any (${marks.map(({ id }) => id)}::bigint[])
			)
			select distinct to_char(day, 'YYYY-MM-DD') as day from summed`,
			daySchema,
		)
		await tx.execute(sql`
			delete from shop.movement_sums where day = any (${days.map(({ day }) => day)}::date[]) and movements = 0`)
		return marks.length
	})
}
