import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { countryName, regionOf } from '#shared/countries.ts'
import { type SalesArea, salesAreas, sellerTo, sellsTo } from '#shared/where-we-sell.ts'
import { decisionsSchema } from './decisions.ts'
import { euVatCountryOf } from './eu-vat.ts'
import type { CheckoutSession } from './payment-provider.ts'

const rowSchema = z.object({ decisions: decisionsSchema })

type Reader = Pick<Database, 'query'>

/** Where the shop sells, and the owner's number at the EU's one-stop shop if they have given one. */
export interface Sells {
	area: SalesArea
	ossNumber: string | null
}

/** Reads where the shop sells. Until an owner decides, that is the United Kingdom. */
export async function readSells(database: Reader): Promise<Sells> {
	return await sellsIn(
		database,
		sql`select decisions from shop.documents where kind = 'site' and id = 'site'`,
	)
}

/** Reads the countries in which the shop sells. */
export async function readSalesArea(database: Reader): Promise<SalesArea> {
	return (await readSells(database)).area
}

/** Reads where the shop sold at a time. */
export async function readSalesAreaAt(database: Reader, at: Date): Promise<SalesArea> {
	const sells = await sellsIn(
		database,
		sql`
		select decisions from shop.document_versions where kind = 'site' and id = 'site' and at <= ${at}::timestamptz
		order by version desc limit 1`,
	)
	return sells.area
}

async function sellsIn(database: Reader, statement: Sql): Promise<Sells> {
	const decided = (await maybeOne(database, statement, rowSchema))?.decisions.sells
	return {
		// A later release may have areas that this one does not know. Until then, sell only where no other VAT can be due.
		area: salesAreas.find((area) => area === decided?.to) ?? 'uk',
		ossNumber: decided?.oss ?? null,
	}
}

type Sold = Pick<CheckoutSession, 'billingCountry' | 'cardCountry' | 'soldBy'>

/** Returns whether the country of a card is compared with that of the billing address: whether the shop sells to the European Union. */
export function comparesCards(area: SalesArea): boolean {
	return sellsTo(area, 'eu')
}

/** Returns why a payment must be put on hold because of where its buyer lives; undefined if it needn't be. */
export function soldElsewhere(
	area: SalesArea,
	{ billingCountry, cardCountry, soldBy }: Sold,
): string | undefined {
	// Stripe has sold it, and owes the VAT wherever the buyer lives.
	if (soldBy === 'stripe') return undefined
	if (billingCountry === null)
		return 'the country of its billing address isn’t known: ask the buyer where they live, then deliver it and write down what they say, or refund it'
	const region = regionOf(billingCountry)
	const place = countryName(billingCountry)
	const advice = 'VAT may be due there; ask your accountant'
	if (!sellsTo(area, region))
		return `its billing address is in ${place}, where you don’t sell: refund it, or deliver it if they live where you do, and write down how you know. ${advice}`
	if (sellerTo(area, region) === 'shop') return contradiction(area, { billingCountry, cardCountry })
	return `its billing address is in ${place}, but the buyer didn’t say that they live in the EU, so you sold it and not Stripe: refund it and ask them to buy again, or deliver it and write down why. ${advice}`
}

/**
 * Returns why a payment must be put on hold because its two proofs of where the buyer lives are for the VAT of different countries. In
 * a shop that doesn't sell to the European Union, the billing address decides: many students there pay with a card from home.
 */
function contradiction(
	area: SalesArea,
	{ billingCountry, cardCountry }: { billingCountry: string; cardCountry: Sold['cardCountry'] },
): string | undefined {
	if (!comparesCards(area) || cardCountry == null) return undefined
	if (euVatCountryOf(billingCountry) === euVatCountryOf(cardCountry)) return undefined
	return `its billing address is in ${countryName(billingCountry)}, but its card was issued in ${countryName(cardCountry)}: ask the buyer where they live. If it’s where the address is, deliver it and write down how you know; otherwise refund it, and ask them to buy again with their address`
}
