import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { dayInLondon, daysOf, nameOf, periodOf, periodsOf } from '#server/operations/admin-cli/period.ts'
import { shortened, tableOf } from '#server/operations/admin-cli/table.ts'
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

const sumSchema = z.object({ count: z.int(), pence: z.int() })

export const salesSchema = z.object({
	/** The first and the last day, in London. */
	from: z.iso.date(),
	to: z.iso.date(),
	movements: z.array(
		z.object({
			day: z.iso.date(),
			kind: rowSchema.shape.kind,
			receipt: z.string().nullable(),
			product: z.string(),
			/** Always positive. */
			amount_pence: z.int(),
			vat_pence: z.int(),
			email: z.string().nullable(),
		}),
	),
	sold: sumSchema,
	sold_vat_pence: z.int(),
	refunded: sumSchema,
	lost_in_disputes: sumSchema,
	/** Sales less refunds and lost disputes, before the provider's fees. */
	left_pence: z.int(),
})

type Sales = z.infer<typeof salesSchema>
type Movement = Sales['movements'][number]

const labels = { refund: 'refund', dispute: 'lost dispute', 'by hand': 'refund by hand' }

/**
 * Lists the sales and refunds of a period, each on the day in London on which the money moved, with their sums. `wanted` is as in
 * `periodsOf`. A refund of an earlier sale counts in the period in which it was made, so that past periods never change.
 */
export async function listSales({ database, clock }: ListOptions, wanted = '30'): Promise<Sales> {
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
			-- A payment without a receipt was never a sale.
			join public.receipts r on r.purchase_id = f.purchase_id
			left join auth.users u on u.id = f.user_id
			where f.stands
		) moved
		where (at at time zone 'Europe/London')::date >= ${first}::date and (at at time zone 'Europe/London')::date < ${end}::date
		order by at`,
		rowSchema,
	)
	const movements = rows.map(({ number, product_name, ...rest }) => ({
		...rest,
		receipt: number,
		product: shortNameOf(product_name),
	}))
	const of = (...kinds: readonly Movement['kind'][]) => {
		const list = movements.filter(({ kind }) => kinds.includes(kind))
		return { count: list.length, pence: list.reduce((sum, { amount_pence }) => sum + amount_pence, 0) }
	}
	const [sold, refunded, lost] = [of('sale'), of('refund', 'by hand'), of('dispute')]
	return {
		...daysOf(period),
		movements,
		sold,
		sold_vat_pence: movements.reduce((sum, { vat_pence }) => sum + vat_pence, 0),
		refunded,
		lost_in_disputes: lost,
		left_pence: sold.pence - refunded.pence - lost.pence,
	}
}

export function linesOfSales({
	from,
	to,
	movements,
	sold,
	sold_vat_pence,
	refunded,
	lost_in_disputes,
	left_pence,
}: Sales): string[] {
	return [
		`${nameOf(periodOf({ from, to }))}, days in London`,
		...tableOf(
			[
				{ title: 'Day' },
				{ title: 'Receipt' },
				{ title: 'Amount', isNumber: true },
				{ title: 'What' },
				{ title: 'Who' },
			],
			movements.map(({ day, receipt, amount_pence, kind, product, email }) => [
				day,
				receipt ?? '',
				`${kind === 'sale' ? '' : '-'}${formatPounds(amount_pence)}`,
				kind === 'sale' ? product : `${labels[kind]}, ${product}`,
				shortened(email ?? 'account deleted', 40),
			]),
		),
		'',
		`${sold.count} sold for ${formatPounds(sold.pence)}, of which VAT ${formatPounds(sold_vat_pence)}`,
		`${refunded.count} refunded: ${formatPounds(refunded.pence)}`,
		`${lost_in_disputes.count} lost in disputes: ${formatPounds(lost_in_disputes.pence)}`,
		`Left before Stripe’s fees: ${formatPounds(left_pence)}`,
	]
}

function shortNameOf(name: string): string {
	return catalogue.find(({ title }) => title === name)?.shortTitle ?? name
}
