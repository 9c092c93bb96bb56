import { z } from 'zod'
import { ratingClaim } from '#catalogue/marketing-claim-id.ts'
import { claimsIn, type MarketingClaim } from '#catalogue/marketing-claims.ts'
import { readPublishedTexts } from '#server/features/content/published-texts.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'
import type { productsApi } from '#shared/admin/products.ts'

const confirmationSchema = z.object({
	claim: z.string(),
	words: z.string(),
	evidence: z.string(),
	by: z.string(),
	at: z.date(),
})

type Confirmation = z.infer<typeof confirmationSchema>

export type ListedClaim = z.input<(typeof productsApi)['claims']['output']>['rows'][number]

/** Reads every marketing claim in the published documents. */
export async function readMarketingClaims(
	database: Pick<Database, 'query'>,
): Promise<readonly MarketingClaim[]> {
	const products = await readProducts(database)
	const { pages } = await readPublishedTexts(database)
	return claimsIn({ products, ...pages.home, ...pages.about })
}

/** Returns the ids of the claims that owners have confirmed in their present wording. */
export async function readConfirmedClaims(database: Pick<Database, 'query'>): Promise<string[]> {
	const standing = await readConfirmations(database)
	const claims = await readMarketingClaims(database)
	return claims
		.filter(({ id, text }) => standing.some(({ claim, words }) => claim === id && words === text))
		.map(({ id }) => id)
}

/** Lists every marketing claim. */
export async function listClaims({
	database,
	config,
}: {
	database: Pick<Database, 'query'>
	config: { site: { marketingClaims: readonly string[] } }
}): Promise<ListedClaim[]> {
	const standing = await readConfirmations(database)
	const reviewed = await database.query(
		sql`
		select slug from public.products p
		where exists (select from public.published_reviews r where r.catalogue_id = p.id)`,
		z.object({ slug: z.string() }),
	)
	const replaced = new Set<string>(reviewed.map(ratingClaim))
	const claims = await readMarketingClaims(database)
	return claims.map(({ id, text }) => {
		const found = standing.find(({ claim }) => claim === id)
		const isReplaced = replaced.has(id)
		const shownBySettings = config.site.marketingClaims.includes(id)
		return {
			id,
			words: text,
			is_shown: !isReplaced && (shownBySettings || found?.words === text),
			shown_by_settings: shownBySettings,
			is_replaced: isReplaced,
			confirmation:
				found === undefined
					? null
					: { evidence: found.evidence, by: found.by, at: found.at, is_of_other_words: found.words !== text },
		}
	})
}

async function readConfirmations(database: Pick<Database, 'query'>): Promise<Confirmation[]> {
	return await database.query(
		sql`
		select claim, words, evidence, confirmed_by as by, confirmed_at as at
		from shop.claim_confirmations where withdrawn_at is null`,
		confirmationSchema,
	)
}
