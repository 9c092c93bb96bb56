import { z } from 'zod'
import { pricesAt } from '#server/features/prices/decided-prices.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type DecidedPrice, decisionsSchema } from '#server/shop/decisions.ts'
import { productNotFound } from '#server/shop/errors.ts'
import { readOffer } from '#server/shop/products.ts'
import { ukVatRateOf } from '#shared/uk-vat.ts'
import { productColumns, productSchema, waitsForRelease } from './list-products.ts'

const shownSchema = productSchema.extend({
	file_name: z.string().nullable(),
	is_free: z.boolean(),
	waiting_people: z.int(),
	emails_wait: z.boolean(),
	/** The price that its document has without an owner's decision; null if there is none. */
	catalogue_price_pence: z.int().nullable(),
	/** Whether its document itself says that it is out. */
	is_out: z.boolean(),
	decisions: decisionsSchema,
	at: z.date(),
})

/**
 * Reads one product and the prices that owners have set for it, newest first. `released` says which owner released it in the
 * admin; it is null if none did, if the release was taken back, or if the product's document itself now says that it is out.
 */
export async function readProduct(database: Pick<Database, 'query'>, id: string) {
	const product = await maybeOne(
		database,
		sql`
		select ${productColumns}, p.file_name, p.is_free, coalesce(d.decisions, '{}') as decisions, now() as at,
			case when d.withdrawn_at is null or d.decisions ? 'offSale' then (d.published ->> 'pricePence')::integer end as catalogue_price_pence,
			(d.withdrawn_at is not null and not d.decisions ? 'offSale') or (d.published -> 'comingSoon') is distinct from 'true' as is_out,
			(
				select count(*)::integer from shop.release_notices n where n.catalogue_id = p.id and ${waitsForRelease}
			) as waiting_people,
			exists (select from shop.release_emails e where e.catalogue_id = p.id and e.waits) as emails_wait
		from public.products p left join shop.documents d on d.kind = 'product' and d.id = p.id
		where p.id = ${id}`,
		shownSchema,
	)
	if (product === undefined) throw productNotFound()
	const { decisions, at, is_out: isOut, ...shown } = product
	const { price, plannedPrice, formerPrices = [] } = pricesAt(at, decisions)
	const prices = [plannedPrice, price, ...formerPrices]
		.filter((each) => each !== undefined)
		.map(({ pence, from, by, cancelledBy = null }) => ({
			price_pence: pence,
			from: new Date(from),
			by,
			cancelled_by: cancelledBy,
		}))
	const { by, at: releasedAt } = decisions.release ?? {}
	const { offSale } = decisions
	const taxCode = (await readOffer(database, [id])).products[0]?.taxCode ?? null
	return {
		...shown,
		vat_rate: taxCode === null ? null : ukVatRateOf(taxCode),
		off_sale:
			offSale === undefined ? null : { by: offSale.by, at: new Date(offSale.at), is_gone: offSale.isGone },
		released: isOut || by === undefined || releasedAt === undefined ? null : { by, at: new Date(releasedAt) },
		planned: plannedPrice === undefined ? null : asPlanned(plannedPrice),
		prices: prices.toSorted((one, other) => other.from.getTime() - one.from.getTime()),
	}
}

function asPlanned({ pence, from, by, thereafter }: DecidedPrice) {
	return {
		price_pence: pence,
		from: new Date(from),
		by,
		thereafter:
			thereafter === undefined ? null : { price_pence: thereafter.pence, from: new Date(thereafter.from) },
	}
}
