import { readConfirmedClaims } from '#server/features/claims/read-claims.ts'
import { readPublishedArticles } from '#server/features/content/published-articles.ts'
import { readPublishedTexts } from '#server/features/content/published-texts.ts'
import { readShownPictures } from '#server/features/media/read-pictures.ts'
import { readReviewSummaries } from '#server/features/reviews/read-review-summaries.ts'
import { readCampusParts } from '#server/features/universities/stored-providers.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { readOffer } from '#server/shop/products.ts'
import { readSalesArea } from '#server/shop/where-we-sell.ts'
import type { SiteWords } from '#shared/content/site-words.ts'
import { type ShopState, shopStateSchema } from '#shared/shop-state.ts'
import type { Site } from '#shared/site.ts'
import { shopNamed } from './shop-named.ts'
import { articleWithShownPicture, siteWithShownPictures, withShownPictures } from './shown-pictures.ts'

export interface ShopSettings {
	siteUrl: string
	publishableKey: string
	/** What the settings say that pages show. */
	site: Site
	/** Whether members of universities may sign in with their campus login, once a university has been added. */
	offersCampus?: boolean
}

/** Reads everything that pages show, from one snapshot of the database. Throws if any of it does not fit its schema. */
export async function readShopState(...from: Parameters<typeof readStoredState>): Promise<ShopState> {
	return shopNamed(await readStoredState(...from))
}

/** Reads the same, with every document as it is stored. */
export async function readStoredState(
	database: Pick<Database, 'asServer'>,
	{ siteUrl, publishableKey, site, offersCampus = false }: ShopSettings,
): Promise<ShopState> {
	return await database.asServer(async (tx) => {
		await tx.execute(sql`set transaction isolation level repeatable read, read only`)
		const shown = await readShownPictures(tx)
		const { pages, site: words } = await readPublishedTexts(tx)
		const { products: offer, faults } = await readOffer(tx)
		if (faults.length > 0) throw new Error(faults.join('\n'))
		const products = offer.map((product) => withShownPictures(product, shown))
		return shopStateSchema.parse({
			siteUrl,
			publishableKey,
			texts: site.texts,
			parts: [...site.parts, ...(offersCampus ? await readCampusParts(tx) : [])],
			claims: [...new Set([...site.marketingClaims, ...(await readConfirmedClaims(tx))])],
			pages,
			sells: await readSalesArea(tx),
			site: siteWithShownPictures(withProfiles(words, site), shown),
			products: products.filter(({ offSale }) => offSale === null),
			offSale: products.filter(({ offSale }) => offSale !== null),
			articles: (await readPublishedArticles(tx)).map((article) => articleWithShownPicture(article, shown)),
			bundles: await readBundlesOnSale(tx),
			reviews: await readReviewSummaries(tx),
		})
	})
}

/** Returns the words of every page with the profiles that the settings name, unless the owner has written any. */
export function withProfiles(words: SiteWords, { profiles }: Pick<Site, 'profiles'>): SiteWords {
	return words.profiles.length > 0 ? words : { ...words, profiles }
}
