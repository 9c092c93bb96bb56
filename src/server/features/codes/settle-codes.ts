import type { Logger } from 'pino'
import { z } from 'zod'
import { productPicturePath } from '#server/features/products/product-pictures.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { partAtProvider, readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { type PaymentProvider, ProviderFailure, type ShownProduct } from '#server/shop/payment-provider.ts'
import { readProducts } from '#server/shop/products.ts'
import { takesAll } from '#server/shop/usable-code.ts'
import { isBundle } from '#shared/bundle-id.ts'
import type { Clock } from '#shared/clock.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

interface SettleOptions {
	database: Database
	payments: Pick<PaymentProvider, 'putDiscountCode' | 'closedBecause'>
	clock: Clock
}

const codeSchema = z.object({
	id: z.uuid(),
	code: z.string(),
	percent_off: z.int().nullable(),
	off_pence: z.int().nullable(),
	catalogue_ids: z.array(z.string()).nullable(),
	ends_at: z.date().nullable(),
	most_uses: z.int().nullable(),
	is_wanted: z.boolean(),
	is_off: z.boolean(),
	was_never_made: z.boolean(),
})

/**
 * Brings the discount codes at Stripe in line with the shop's: makes those that are missing there, turns a code on when it is
 * due, and turns off those that an owner has turned off. If the provider refuses one code, the others are still done before
 * this throws.
 */
export async function settleDiscountCodes({
	log,
	...options
}: SettleOptions & { log: Logger }): Promise<void> {
	// A copy of the shop must not change anything at Stripe, so it doesn't try.
	if (options.payments.closedBecause !== undefined) return
	const due = await options.database.query(
		sql`
		select id from shop.discount_codes
		where (ends_at is null or ends_at > ${options.clock.now()}) and percent_off is distinct from ${takesAll}
			and is_active is distinct from (turned_off_at is null and starts_at <= ${options.clock.now()})
		order by made_at`,
		z.object({ id: z.uuid() }),
	)
	const refused: ProviderFailure[] = []
	for (const { id } of due) {
		try {
			await settleDiscountCode(options, id)
		} catch (error) {
			// If the provider is unreachable or failing, the other codes would fail for the same reason, each after a long wait.
			if (!(error instanceof ProviderFailure) || !error.definite) throw error
			log.error({ err: error, discountCodeId: id }, 'a discount code was refused by the payment provider')
			refused.push(error)
		}
	}
	// Makes the job fail, so that the owner is alerted if the refusals go on. The owner expects the code to work, or to be off.
	if (refused.length > 0) throw new AggregateError(refused, 'discount codes were refused')
}

/**
 * Brings one discount code at Stripe in line with the shop's, unless it makes free. Throws `ProviderFailure`. If the provider refused the change, the
 * reason is stored with the code.
 */
export async function settleDiscountCode(
	{ database, payments, clock }: SettleOptions,
	id: string,
): Promise<void> {
	const code = await maybeOne(
		database,
		sql`
		select id, code, percent_off, off_pence, catalogue_ids, ends_at, most_uses,
			turned_off_at is null and starts_at <= ${clock.now()} as is_wanted, turned_off_at is not null as is_off,
			turned_off_at is not null and promotion_code_id is null and refusal is not null as was_never_made
		from shop.discount_codes where id = ${id}`,
		codeSchema,
	)
	if (code === undefined || code.was_never_made || code.percent_off === takesAll) return
	try {
		const promotionCodeId = await payments.putDiscountCode({
			id,
			code: code.code,
			endsAt: code.ends_at,
			mostUses: code.most_uses,
			isActive: code.is_wanted,
			off: code.percent_off === null ? { pence: code.off_pence ?? 0 } : { percent: code.percent_off },
			products:
				code.catalogue_ids === null
					? null
					: await shownProducts(database, { ids: code.catalogue_ids, all: !code.is_off }),
		})
		await database.query(sql`
			update shop.discount_codes
			set promotion_code_id = ${promotionCodeId}, is_active = ${code.is_wanted}, refusal = null where id = ${id}`)
	} catch (error) {
		if (error instanceof ProviderFailure && error.definite)
			await database.query(sql`update shop.discount_codes set refusal = ${reasonOf(error)} where id = ${id}`)
		throw error
	}
}

/**
 * Returns the guides that a code is for, and those of the bundles that it is for. Throws if `all` are needed and one is missing: with
 * no guide at all, Stripe would accept the code for every guide.
 */
async function shownProducts(
	database: Pick<Database, 'query'>,
	{ ids, all }: { ids: readonly string[]; all: boolean },
): Promise<ShownProduct[]> {
	const products = await readProducts(database)
	const bundles = await readBundlesOnSale(database)
	const found = ids.map((id) =>
		isBundle(id)
			? (bundles.find((bundle) => bundle.id === id)?.guides ?? []).flatMap((guide) =>
					shownProduct(products, guide.id, partAtProvider(id, guide.id)),
				)
			: shownProduct(products, id),
	)
	if (all && found.some((shown) => shown.length === 0))
		throw new Error('a guide that the code is for is not on offer')
	return found.flat()
}

function shownProduct(products: readonly OfferedProduct[], id: string, part?: string): ShownProduct[] {
	const product = products.find((each) => each.id === id)
	if (product === undefined || product.stripeProductId === null || product.taxCode === null) return []
	return [
		{
			providerProductId: part ?? product.stripeProductId,
			catalogueId: id,
			productName: product.title,
			description: product.description,
			taxCode: product.taxCode,
			picturePath: productPicturePath(product.slug),
		},
	]
}

function reasonOf({ cause, message }: ProviderFailure): string {
	return (cause instanceof Error ? cause.message : message).slice(0, 500)
}
