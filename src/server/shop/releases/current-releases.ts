import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { ReleaseText } from '#shared/site.ts'

/** Selects the products that owners have released, including those that the catalogue has released since. */
export const ownerReleases = sql`
	select catalogue_id, file_name, edition from shop.releases where taken_back_at is null`

const releaseSchema = z.object({
	id: z.string(),
	file_name: z.string(),
	edition: z.string(),
	price_pence: z.int().nullable(),
})

/** Returns the catalogue. Products that owners have released are no longer coming soon in it. */
export async function readCatalogue(
	database: Pick<Database, 'query'>,
	catalogue: readonly Product[],
): Promise<readonly Product[]> {
	const releases = await database.query(
		sql`
		select p.id, p.file_name, p.edition, p.price_pence from public.products p join (${ownerReleases}) r on r.catalogue_id = p.id
		where p.file_name = r.file_name and not p.withdrawn`,
		releaseSchema,
	)
	return catalogue.map((product) => {
		const release = releases.find(({ id }) => id === product.id)
		if (!product.comingSoon || release === undefined) return product
		return {
			...product,
			comingSoon: false,
			pdfFileName: release.file_name,
			edition: { date: release.edition, changes: 'First edition.' },
			pricePence: release.price_pence,
		}
	})
}

/**
 * Returns, for each product that an owner has released, the text that tells pages the product's edition, file, price and Stripe
 * product.
 */
export function releaseTexts(
	catalogue: readonly Product[],
	current: readonly Product[],
): Record<ReleaseText, string> {
	const texts: Record<ReleaseText, string> = {}
	for (const [
		index,
		{ slug, comingSoon, edition, pdfFileName, pricePence, stripeProductId },
	] of current.entries())
		if (!comingSoon && catalogue[index]?.comingSoon)
			texts[`released-${slug}`] = [edition?.date, pdfFileName, pricePence, stripeProductId]
				.filter(Boolean)
				.join(' ')
	return texts
}
