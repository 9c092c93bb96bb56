import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { settleDiscountCodesJob } from '#server/features/codes/jobs.ts'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { productNotFound } from '#server/shop/errors.ts'
import { DecisionError, PlanChanged } from '#server/shop/plan.ts'
import { readOffer } from '#server/shop/products.ts'
import { productsApi } from '#shared/admin/products.ts'
import { taxCodes, type UkVatRate, ukVatRateOf } from '#shared/uk-vat.ts'

const rates: Readonly<Record<UkVatRate, string>> = {
	standard: 'at the standard rate',
	zero: 'at 0 %, as an e-book',
}

/** Formats of files that people fill in. */
const filledIn = ['DOCX', 'XLSX']

export const setVatRate = defineAct(productsApi['set-vat-rate'], {
	does: 'decides at which rate the UK taxes a product: as an e-book at 0 %, or at the standard rate',
	log: 'Decided the VAT rate of a product',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database }, { product: id, rate }, { by }) => {
		const { title, taxCode, files } = await readTaxed(database, id)
		if (taxCode === taxCodes[rate]) return { will: [] }
		return {
			will: [
				`From now on, buyers in the UK are charged VAT for ${title} ${rates[rate]}, instead of ${rates[ukVatRateOf(taxCode)]}. Its price stays, so what you keep changes.`,
				...(rate === 'zero'
					? [
							'Only what is read is zero-rated: books, booklets, brochures and leaflets. What is mostly for completing, such as a workbook, a worksheet or a planner, is not, nor what is mostly video, sound or advertising (HMRC, Notice 701/10). If you’re wrong, you owe the VAT yourself: ask an accountant first.',
							...(files.length === 0
								? []
								: [
										`Its download contains ${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more files` : ''}, which people fill in. Whether it’s still one zero-rated supply is a question for your accountant.`,
									]),
						]
					: []),
				`Stripe gets the tax code ${taxCodes[rate]} with each new checkout, calculates the VAT by it if Stripe Tax is on, and must list it as eligible if it sells for you in the EU. With your own EU registration, the standard rate of each country stays.`,
				'A checkout that is open keeps its rate. Past purchases, their receipts and their refunds keep theirs. Zero-rated sales count towards the turnover for VAT registration too.',
				'Codes that are limited to it, alone or in a bundle, rest for a moment, until Stripe knows the new tax code.',
			],
			execute: async (tx) => {
				await lockProduct(tx, id)
				if ((await readTaxed(tx, id)).taxCode !== taxCode) throw new PlanChanged()
				const { at } = await one(tx, sql`select now() as at`, z.object({ at: z.date() }))
				await decide(tx, id, {
					by,
					change: 'VAT rate set',
					decided: { vat: { rate, by, at: at.toISOString() } },
				})
				await restCodesOf(tx, id)
				return {
					details: { product: id },
					before: { tax_code: taxCode },
					after: { tax_code: taxCodes[rate] },
				}
			},
		}
	},
})

/** Reads what a product that is sold is taxed as, and which of its files are filled in. Throws `DecisionError` if it is free. */
async function readTaxed(database: Pick<Database, 'query'>, id: string) {
	const product = (await readOffer(database, [id])).products[0]
	if (product === undefined) throw productNotFound()
	const { title, taxCode, previewContent } = product
	if (taxCode === null) throw new DecisionError(`${title} is free, so no VAT is charged for it.`)
	const files = previewContent.files.filter(({ format }) => filledIn.includes(format)).map(({ name }) => name)
	return { title, taxCode, files }
}

/**
 * Lets the codes rest that are limited to a product, alone or in a bundle. With them, a checkout names the product at Stripe, which has
 * the former tax code until the job that turns the codes on again has brought it there.
 */
async function restCodesOf(tx: Transaction, id: string): Promise<void> {
	const rest = await tx.execute(sql`
		update shop.discount_codes set is_active = false
		where is_active and catalogue_ids && array(
			select ${id} union select bundle_id from shop.bundle_contents where catalogue_id = ${id}
		)`)
	if (rest > 0) await addJob(tx, settleDiscountCodesJob, {})
}
