import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { nameOf, periodsOf } from '#server/operations/admin-cli/period.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#shared/clock.ts'
import { formatPounds } from '#shared/money.ts'

interface ListOptions {
	database: Pick<Database, 'query'>
	clock: Clock
}

const rowSchema = z.object({
	day: z.string(),
	kind: z.enum(['sale', 'refund', 'dispute', 'by hand']),
	/** Null if the sale has no receipt. */
	number: z.string().nullable(),
	product_name: z.string(),
	amount_pence: z.int(),
	vat_pence: z.int(),
	email: z.string().nullable(),
})

type Row = z.infer<typeof rowSchema>

const labels = { sale: 'sale', refund: 'refund', dispute: 'lost dispute', 'by hand': 'refund by hand' }

/**
 * Lists the sales and refunds of a period, each on the day in London on which the money moved, with their sums. `wanted` is as in
 * `periodsOf`. A refund of an earlier sale counts in the period in which it was made, so that past periods never change.
 */
export async function listSales({ database, clock }: ListOptions, wanted = '30'): Promise<string[]> {
	const { period } = periodsOf(wanted, dayInLondon(clock.now()))
	const [first, end] = [period.from, period.until].map((date) => date.toISOString().slice(0, 10))
	const rows = await database.query(
		sql`
		select to_char(at at time zone 'Europe/London', 'YYYY-MM-DD') as day, kind, number, product_name, amount_pence, vat_pence, email
		from (
			select r.paid_at as at, 'sale' as kind, r.number, r.product_name, r.amount_pence, r.vat_pence, u.email
			from public.receipts r left join auth.users u on u.id = r.user_id
			union all
			select f.at, f.kind, r.number, p.product_name, f.amount_pence, 0, u.email
			from public.refunds f
			join public.purchases p on p.id = f.purchase_id
			left join public.receipts r on r.purchase_id = f.purchase_id
			left join auth.users u on u.id = f.user_id
			where f.stands
		) moved
		where (at at time zone 'Europe/London')::date >= ${first}::date and (at at time zone 'Europe/London')::date < ${end}::date
		order by at`,
		rowSchema,
	)
	return [`${nameOf(period)}, days in London`, ...rows.map(lineOf), ...sumsOf(rows)]
}

/** Returns midnight UTC of the day that it is in London, where the day begins an hour earlier in summer. */
function dayInLondon(now: Date): Date {
	return new Date(
		new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' }).format(now),
	)
}

function lineOf({ day, kind, number, product_name, amount_pence, email }: Row): string {
	const amount = `${kind === 'sale' ? '' : '-'}${formatPounds(amount_pence)}`
	return `${day}  ${(number ?? '').padEnd(9)}  ${amount.padStart(9)}  ${labels[kind]}, ${shortNameOf(product_name)}, ${email ?? 'account deleted'}`
}

function shortNameOf(name: string): string {
	return catalogue.find(({ title }) => title === name)?.shortTitle ?? name
}

function sumsOf(rows: readonly Row[]): string[] {
	const of = (wanted: (row: Row) => boolean) => rows.filter(wanted)
	const pence = (list: readonly Row[]) => list.reduce((sum, { amount_pence }) => sum + amount_pence, 0)
	const sales = of(({ kind }) => kind === 'sale')
	const disputes = of(({ kind }) => kind === 'dispute')
	const refunds = of(({ kind }) => kind === 'refund' || kind === 'by hand')
	const vat = sales.reduce((sum, { vat_pence }) => sum + vat_pence, 0)
	return [
		'',
		`${sales.length} sold for ${formatPounds(pence(sales))}, of which VAT ${formatPounds(vat)}`,
		`${refunds.length} refunded: ${formatPounds(pence(refunds))}`,
		`${disputes.length} lost in disputes: ${formatPounds(pence(disputes))}`,
		`Left before Stripe’s fees: ${formatPounds(pence(sales) - pence(refunds) - pence(disputes))}`,
	]
}
