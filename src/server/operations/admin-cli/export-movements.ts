import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { type AdminContext, reading, UsageError } from '#server/operations/admin-cli/command.ts'
import { csvLine } from '#server/operations/admin-cli/csv.ts'
import {
	dayInLondon,
	daysOf,
	nameOf,
	type Period,
	periodOf,
	periodsOf,
} from '#server/operations/admin-cli/period.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatPounds } from '#shared/money.ts'

const kinds = ['sale', 'refund', 'by hand', 'dispute', 'dispute fee', 'returned payment'] as const

const movementSchema = z.object({
	date: z.iso.date(),
	number: z.string().nullable(),
	kind: z.enum(kinds),
	product_name: z.string(),
	currency: z.string(),
	/** Negative if the money went back to the buyer. */
	gross_pence: z.int(),
	vat_pence: z.int(),
	/** In per cent, as of the sale. */
	vat_rate: z.number(),
	/** Null if it is not known yet. */
	fee_pence: z.int().nullable(),
	payment_intent_id: z.string().nullable(),
})

type Movement = z.infer<typeof movementSchema>

const labels: Readonly<Record<Movement['kind'], string>> = {
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
]

const summarySchema = z.object({
	from: z.iso.date(),
	to: z.iso.date(),
	/** Null if the CSV was printed. */
	file: z.string().nullable(),
	rows: z.int(),
	gross_pence: z.int(),
	vat_pence: z.int(),
	fee_pence: z.int(),
	/** Rows whose fee is not known yet; they count as 0 in the sum. */
	fees_unknown: z.int(),
	/** Gross less VAT and fees. */
	net_pence: z.int(),
})

type Summary = z.infer<typeof summarySchema>

export const exportCommand = reading({
	does: 'writes the books of a period as CSV for an accountant: each sale, refund and lost dispute on its own day in London',
	takes: ['[days or month]'],
	options: { csv: '', month: '<2026-10>', to: '<file>' },
	shape: summarySchema,
	prints: true,
	read: async (admin, { args, options }) => {
		const wanted = args[0] ?? options.month
		if (wanted === undefined) throw new UsageError('Say which month: --month 2026-10.')
		if (options.json !== undefined && options.to === undefined)
			throw new UsageError('With --json, the CSV needs a file: --to books.csv.')
		const { period } = periodsOf(wanted, dayInLondon(admin.clock.now()))
		return await exportMovements(admin, period, options.to)
	},
	lines: ({ from, to, file, rows, gross_pence, vat_pence, fee_pence, fees_unknown, net_pence }) => [
		`${nameOf(periodOf({ from, to }))}, days in London: ${rows.toLocaleString('en-GB')} rows${file === null ? '' : ` in ${file}`}`,
		`Gross ${formatPounds(gross_pence)}, VAT ${formatPounds(vat_pence)}, fees ${formatPounds(fee_pence)}, net ${formatPounds(net_pence)}`,
		...(fees_unknown === 0
			? []
			: [
					`The fee of ${fees_unknown.toLocaleString('en-GB')} rows is not known yet and left empty; the shop reads fees every hour.`,
				]),
	],
})

/** Writes the movements of a period to a file, or to `output`. A file appears only once it is complete. */
async function exportMovements(
	admin: AdminContext,
	period: Period,
	file: string | undefined,
): Promise<Summary> {
	const summary: Summary = {
		...daysOf(period),
		file: file ?? null,
		...{ rows: 0, gross_pence: 0, vat_pence: 0, fee_pence: 0, fees_unknown: 0, net_pence: 0 },
	}
	const lines = () => Readable.from(linesOf(admin, period, summary), { objectMode: false })
	if (file === undefined) {
		const output: Writable = admin.output ?? process.stdout
		await pipeline(lines(), output, { end: false })
		return summary
	}
	const temporary = `${file}.${process.pid}.tmp`
	try {
		await pipeline(lines(), createWriteStream(temporary, { mode: 0o600 }))
		await rename(temporary, file)
	} finally {
		await rm(temporary, { force: true })
	}
	return summary
}

const rowsAtATime = 1_000

/** Yields the CSV, and adds its rows to the summary. Reads all days as they were at one moment, a little at a time. */
async function* linesOf(admin: AdminContext, period: Period, summary: Summary): AsyncGenerator<string> {
	yield csvLine(columns)
	// A generator cannot yield from within the callback of a transaction, so the rows pass through a queue of one batch.
	const { readable, writable } = new TransformStream<Movement[], Movement[]>()
	const writer = writable.getWriter()
	const reading = admin.database
		.asServer(async (tx) => {
			await tx.query(sql`set transaction isolation level repeatable read, read only`)
			// The reader may be slow, and a terminal even stopped.
			await tx.query(sql`set local idle_in_transaction_session_timeout = 0`)
			for (const day of eachDay(period)) for await (const rows of readDay(tx, day)) await writer.write(rows)
		})
		.then(
			() => writer.close(),
			(error: unknown) => writer.abort(error),
		)
	const total = await countRows(admin, period)
	for await (const rows of readable) {
		for (const row of rows) add(summary, row)
		admin.progress?.report('Rows', summary.rows, total)
		yield rows.map((row) => csvLine(cellsOf(row))).join('')
	}
	await reading
}

function* eachDay({ from, until }: Period): Generator<string> {
	for (let day = from.getTime(); day < until.getTime(); day += 86_400_000)
		yield new Date(day).toISOString().slice(0, 10)
}

async function countRows({ database }: AdminContext, period: Period): Promise<number> {
	const { from, to } = daysOf(period)
	const [row] = await database.query(
		sql`
		select (select count(*) from public.receipts where paid_at >= ${from}::timestamp at time zone 'Europe/London'
				and paid_at < (${to}::date + 1)::timestamp at time zone 'Europe/London')
			+ (select count(*) from public.refunds where stands and at >= ${from}::timestamp at time zone 'Europe/London'
				and at < (${to}::date + 1)::timestamp at time zone 'Europe/London') as count`,
		z.object({ count: z.int() }),
	)
	return row?.count ?? 0
}

/** Yields the movements of a day in London in batches. */
async function* readDay(tx: Transaction, day: string): AsyncGenerator<Movement[]> {
	const start = sql`(${day}::timestamp at time zone 'Europe/London')`
	const end = sql`((${day}::date + 1)::timestamp at time zone 'Europe/London')`
	await tx.query(sql`
		declare movements no scroll cursor for
		select ${day}::text as date, number, kind, product_name, currency, gross_pence, vat_pence, fee_pence, payment_intent_id,
			coalesce(round(100.0 * sale_vat / nullif(sale_gross - sale_vat, 0), 1), 0) as vat_rate
		from (
			select r.paid_at as at, r.number, 'sale' as kind, r.product_name, r.currency, r.amount_pence as gross_pence, r.vat_pence,
				r.amount_pence as sale_gross, r.vat_pence as sale_vat,
				case when c.payment_intent_id is null then 0
					else (select sum(m.fee_pence) from shop.balance_movements m
						where m.payment_intent_id = c.payment_intent_id and m.kind = 'charge') end as fee_pence,
				c.payment_intent_id
			from public.receipts r left join shop.checkouts c on c.purchase_id = r.purchase_id
			where r.paid_at >= ${start} and r.paid_at < ${end}
			union all
			select f.at, r.number, f.kind, p.product_name, f.currency, -f.amount_pence,
				-coalesce(round(f.amount_pence::numeric * r.vat_pence / nullif(r.amount_pence, 0)), 0), r.amount_pence, r.vat_pence,
				case when f.kind = 'by hand' then 0
					else (select sum(m.fee_pence) from shop.balance_movements m where m.source_id = f.id) end,
				c.payment_intent_id
			from public.refunds f
			join public.purchases p on p.id = f.purchase_id
			join public.receipts r on r.purchase_id = f.purchase_id
			left join shop.checkouts c on c.purchase_id = f.purchase_id
			where f.stands and f.at >= ${start} and f.at < ${end}
			union all
			-- What a dispute cost that was not lost.
			select m.at, r.number, 'dispute fee', p.product_name, p.currency, 0, 0, r.amount_pence, r.vat_pence, m.fee_pence, m.payment_intent_id
			from shop.balance_movements m
			join shop.checkouts c on c.payment_intent_id = m.payment_intent_id
			join public.purchases p on p.id = c.purchase_id
			left join public.receipts r on r.purchase_id = p.id
			where m.kind = 'dispute' and m.fee_pence <> 0 and m.at >= ${start} and m.at < ${end}
				and not exists (select from public.refunds f where f.id = m.source_id and f.stands)
			union all
			-- A payment that was returned without ever being a sale has only cost its fees.
			select f.at, null, 'returned payment', p.product_name, p.currency, 0, 0, null, null,
				(select sum(m.fee_pence) from shop.balance_movements m where m.payment_intent_id = c.payment_intent_id
					and (m.kind <> 'dispute' or exists (select from public.refunds d where d.id = m.source_id and d.stands))),
				c.payment_intent_id
			from public.refunds f
			join public.purchases p on p.id = f.purchase_id
			join shop.checkouts c on c.purchase_id = f.purchase_id
			where f.stands and f.at >= ${start} and f.at < ${end}
				and not exists (select from public.receipts r where r.purchase_id = f.purchase_id)
				and not exists (
					select from public.refunds l where l.purchase_id = f.purchase_id and l.stands and (l.at, l.id) > (f.at, f.id)
				)
		) moved order by at, number, kind`)
	for (;;) {
		const rows = await tx.query(sql`fetch ${sql1000} from movements`, movementSchema)
		if (rows.length > 0) yield rows
		if (rows.length < rowsAtATime) break
	}
	await tx.query(sql`close movements`)
}

// `fetch` takes no parameters.
const sql1000 = sql`1000`

function add(summary: Summary, { gross_pence, vat_pence, fee_pence }: Movement): void {
	summary.rows += 1
	summary.gross_pence += gross_pence
	summary.vat_pence += vat_pence
	summary.fee_pence += fee_pence ?? 0
	if (fee_pence === null) summary.fees_unknown += 1
	summary.net_pence += gross_pence - vat_pence - (fee_pence ?? 0)
}

function cellsOf({
	date,
	number,
	kind,
	product_name,
	currency,
	payment_intent_id,
	vat_rate,
	...pence
}: Movement) {
	const { gross_pence: gross, vat_pence: vat, fee_pence: fee } = pence
	return [
		...[date, number ?? '', labels[kind], product_name, currency],
		...[pounds(gross), pounds(vat)],
		{ number: String(vat_rate) },
		...[pounds(gross - vat), fee === null ? '' : pounds(fee), payment_intent_id ?? ''],
	]
}

function pounds(pence: number): { number: string } {
	return { number: (pence / 100).toFixed(2) }
}
