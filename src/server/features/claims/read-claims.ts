import { z } from 'zod'
import { ratingClaim } from '#catalogue/marketing-claim-id.ts'
import { claimsIn, type MarketingClaim } from '#catalogue/marketing-claims.ts'
import { readPublishedTexts } from '#server/features/content/published-texts.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'

const confirmationSchema = z.object({
	claim: z.string(),
	words: z.string(),
	evidence: z.string(),
	by: z.string(),
	at: z.date(),
})

type Confirmation = z.infer<typeof confirmationSchema>

export interface ListedClaim {
	id: string
	/** What visitors read. */
	words: string
	/** The confirmation that has not been withdrawn. `isOfOtherWords`: whether it was given for an earlier wording of the claim. */
	confirmation: (Omit<Confirmation, 'claim' | 'words'> & { isOfOtherWords: boolean }) | undefined
	/** Whether it is shown because of the settings, or because this is a local run. */
	shownBySettings: boolean
	/** Whether it is a rating that real reviews have replaced. */
	isReplaced: boolean
}

/** Reads every marketing claim in the published documents. */
export async function readMarketingClaims(
	database: Pick<Database, 'query'>,
): Promise<readonly MarketingClaim[]> {
	const products = await readProducts(database)
	const { home, about } = await readPublishedTexts(database)
	return claimsIn({ products, testimonials: home.testimonials, story: about.story })
}

/** Returns the ids of the claims that owners have confirmed in their present wording. */
export async function readConfirmedClaims(database: Pick<Database, 'query'>): Promise<string[]> {
	const standing = await readConfirmations(database)
	const claims = await readMarketingClaims(database)
	return claims
		.filter(({ id, text }) => standing.some(({ claim, words }) => claim === id && words === text))
		.map(({ id }) => id)
}

/** Lists every marketing claim. `shown` has the ids of those that the settings show. */
export async function listClaims(
	database: Pick<Database, 'query'>,
	shown: readonly string[],
): Promise<ListedClaim[]> {
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
		return {
			id,
			words: text,
			confirmation: found && {
				evidence: found.evidence,
				by: found.by,
				at: found.at,
				isOfOtherWords: found.words !== text,
			},
			shownBySettings: shown.includes(id),
			isReplaced: replaced.has(id),
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
