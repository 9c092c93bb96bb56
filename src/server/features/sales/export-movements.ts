import { z } from 'zod'
import { type Cell, csvFile } from '#server/admin-api/csv.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readInBatches, streamAtOneMoment } from '#server/platform/db/stream.ts'
import { type MovementKind, movementKinds } from '#shared/admin/sales.ts'
import { discountOf } from './list-movements.ts'
import { type Changed, type MovementFilter, movementsIn, readChanged, sumsIn } from './movements.ts'
import { eachWeek, type Period } from './period.ts'

const movementSchema = z.object({
	date: z.iso.date(),
	number: z.string().nullable(),
	kind: z.enum(movementKinds),
	product_name: z.string(),
	currency: z.string(),
	/** Negative if the money went back to the buyer. */
	gross_pence: z.int(),
	vat_pence: z.int(),
	/** In per cent, at the time of the sale. */
	vat_rate: z.number(),
	/** Null if it is not known yet. */
	fee_pence: z.int().nullable(),
	payment_intent_id: z.string().nullable(),
	/** In two letters; null if it is not known. */
	country: z.string().nullable(),
	/** The payout that it is part of; null if not known yet. */
	payout_id: z.string().nullable(),
	/** The day on which that payout arrives at the bank; null if not known yet. */
	paid_out_on: z.iso.date().nullable(),
	/** Null if the account has been deleted. */
	email: z.string().nullable(),
	/** The present status of the purchase. */
	status: z.string(),
	/** What a discount code took off the price of a sale. */
	discount_pence: z.int().nullable(),
	/** Null if the code was not made in the admin. */
	discount_code: z.string().nullable(),
	/** The shop, or Stripe as its merchant of record, which owes the VAT. */
	sold_by: z.string(),
	/** The country whose VAT the owner declares in the EU; null for any other sale. */
	vat_country: z.string().nullable(),
	/** Where the card was issued; null if it is not known. */
	card_country: z.string().nullable(),
})

type Movement = z.infer<typeof movementSchema>

const labels: Readonly<Record<MovementKind, string>> = {
	sale: 'sale',
	refund: 'refund',
	'by hand': 'refund by hand',
	dispute: 'lost dispute',
	'dispute fee': 'dispute fee',
	'returned payment': 'returned payment',
}

const columns = [
	'date',
	'receipt',
	'kind',
	'product',
	'currency',
	'gross',
	'vat',
	'vat_rate',
	'net_of_vat',
	'fee',
	'payment',
	'country',
	'payout',
	'paid_out_on',
]

const buyerColumns = ['email', 'status']

// Added last, so that the other columns keep their positions.
const lastColumns = ['discount', 'discount_code', 'sold_by', 'eu_vat_country', 'card_country']

interface ExportOptions {
	database: Database
	/** Which movements are wanted; all by default. */
	filter?: MovementFilter
	/** Whether to add the buyer and the present status of the purchase. An accountant needs neither. */
	withBuyers?: boolean
}

/** Exports the movements of a period of whole days in London time as CSV. The lines can be read only once. */
export function exportMovements(options: ExportOptions, period: Period): AsyncIterable<string> {
	const titles = [...columns, ...(options.withBuyers ? buyerColumns : []), ...lastColumns]
	return csvFile(titles, rowsOf(options, period))
}

/** Yields the rows of the file. Reads in batches, which all show the data as of the same moment. */
async function* rowsOf(
	{ database, filter = {}, withBuyers = false }: ExportOptions,
	period: Period,
): AsyncGenerator<Cell[][]> {
	const batches = streamAtOneMoment(database, async function* (tx) {
		const changed = await readChanged({ database: tx })
		for (const week of eachWeek(period)) yield* readWeek(tx, week, { changed, filter })
	})
	for await (const rows of batches)
		yield rows.map((row) => [...cellsOf(row), ...(withBuyers ? buyerCellsOf(row) : []), ...lastCellsOf(row)])
}

/** Counts the movements of a period, which is the number of rows of their export. */
export async function countMovements(
	{ database }: { database: Pick<Database, 'query'> },
	period: Period,
	filter: MovementFilter = {},
): Promise<number> {
	const changed = await readChanged({ database })
	return await count(
		database,
		sql`select coalesce(sum(movements), 0) as count from (${sumsIn(changed, period, filter)}) moved`,
	)
}

/** Yields the movements of a week in batches. */
function readWeek(
	tx: Transaction,
	days: Period,
	{ changed, filter }: { changed: Changed; filter: MovementFilter },
): AsyncIterable<Movement[]> {
	return readInBatches(
		tx,
		sql`
		select to_char(moved.day, 'YYYY-MM-DD') as date, r.number, moved.kind, coalesce(r.product_name, p.product_name) as product_name,
			coalesce(r.currency, p.currency) as currency, moved.gross_pence, moved.vat_pence, moved.fee_pence, c.payment_intent_id,
			coalesce(r.vat_rate, round(100.0 * r.vat_pence / nullif(r.amount_pence - r.vat_pence, 0), 1), 0) as vat_rate, moved.country,
			o.id as payout_id, to_char(o.arrives_on, 'YYYY-MM-DD') as paid_out_on, u.email, p.status,
			${discountOf(sql`moved.kind`)}, coalesce(c.sold_by, 'shop') as sold_by, r.vat_country, (
				select max(b.card_country) from shop.balance_movements b where b.payment_intent_id = c.payment_intent_id
			) as card_country
		from (${movementsIn(changed, days, filter)}) moved
		join public.purchases p on p.id = moved.purchase_id
		left join public.receipts r on r.purchase_id = moved.purchase_id
		left join shop.checkouts c on c.purchase_id = moved.purchase_id
		left join shop.payouts o on o.id = moved.payout_id
		left join auth.users u on u.id = p.user_id
		order by moved.at, r.number, moved.kind desc`,
		movementSchema,
	)
}

function cellsOf({
	date,
	number,
	kind,
	product_name,
	currency,
	payment_intent_id,
	vat_rate,
	country,
	payout_id,
	paid_out_on,
	...pence
}: Omit<
	Movement,
	'email' | 'status' | 'discount_pence' | 'discount_code' | 'sold_by' | 'vat_country' | 'card_country'
>) {
	const { gross_pence: gross, vat_pence: vat, fee_pence: fee } = pence
	return [
		...[date, number ?? '', labels[kind], product_name, currency],
		...[pounds(gross), pounds(vat)],
		{ number: String(vat_rate) },
		...[pounds(gross - vat), fee === null ? '' : pounds(fee), payment_intent_id ?? ''],
		...[country ?? '', payout_id ?? '', paid_out_on ?? ''],
	]
}

function buyerCellsOf({ email, status }: Movement): string[] {
	return [email ?? 'account deleted', status]
}

function lastCellsOf({
	discount_pence: pence,
	discount_code,
	sold_by: soldBy,
	vat_country,
	card_country,
}: Movement) {
	return [
		pence === null ? '' : pounds(pence),
		discount_code ?? '',
		soldBy,
		vat_country ?? '',
		card_country ?? '',
	]
}

function pounds(pence: number): { number: string } {
	return { number: (pence / 100).toFixed(2) }
}
