import { sql } from '#server/platform/db/sql.ts'

/**
 * Selects the sales whose VAT is not declared in the United Kingdom: `purchase_id`, and the `way` (`waysOfVat` of the contract). A
 * sale that isn't among them is the shop's own.
 */
export const otherWays = sql`
	select purchase_id, 'stripe' as way from shop.checkouts where sold_by = 'stripe'
	union all select purchase_id, 'oss' from public.receipts where vat_country is not null`
