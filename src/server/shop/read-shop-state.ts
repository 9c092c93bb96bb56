import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBundlesOnSale } from '#server/shop/bundles/bundles-on-sale.ts'
import { readConfirmedClaims } from '#server/shop/claims/read-claims.ts'
import { readProducts } from '#server/shop/content/products.ts'
import { readPublishedProducts } from '#server/shop/content/published-products.ts'
import { readPublishedTexts } from '#server/shop/content/published-texts.ts'
import { readShownEditions } from '#server/shop/editions/current-editions.ts'
import { applyPrices } from '#server/shop/prices/current-prices.ts'
import { readReviewSummaries } from '#server/shop/reviews/read-review-summaries.ts'
import { readCampusParts } from '#server/shop/universities/stored-providers.ts'
import { type ShopState, shopStateSchema } from '#shared/shop-state.ts'
import type { Site } from '#shared/site.ts'

export interface ShopSettings {
	siteUrl: string
	publishableKey: string
	/** What the settings say that pages show. */
	site: Site
	/** Whether members of universities may sign in with their campus login, once a university has been added. */
	offersCampus?: boolean
}

/** Reads everything that pages show, from one snapshot of the database. Planned prices whose time has come take effect first. */
export async function readShopState(
	database: Pick<Database, 'query' | 'asServer'>,
	{ siteUrl, publishableKey, site, offersCampus = false }: ShopSettings,
): Promise<ShopState> {
	await database.query(applyPrices)
	return await database.asServer(async (tx) => {
		await tx.execute(sql`set transaction isolation level repeatable read, read only`)
		const published = await readPublishedProducts(tx)
		const products = await readProducts(tx)
		const editions = await readShownEditions(tx)
		const { home, about } = await readPublishedTexts(tx)
		return shopStateSchema.parse({
			siteUrl,
			publishableKey,
			texts: site.texts,
			parts: [...site.parts, ...(offersCampus ? await readCampusParts(tx) : [])],
			claims: [...new Set([...site.marketingClaims, ...(await readConfirmedClaims(tx))])],
			pages: { home, about },
			products: products.map((product) => {
				const edition = editions.find(({ slug }) => slug === product.slug)
				return {
					...product,
					ownerEdition: edition ? { date: edition.edition, changes: edition.changes } : null,
					releasedByOwner:
						!product.comingSoon && published.some(({ id, comingSoon }) => id === product.id && comingSoon),
				}
			}),
			bundles: await readBundlesOnSale(tx),
			reviews: await readReviewSummaries(tx),
		})
	})
}
