import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { PageFilling } from '#server/platform/http/finish-page.ts'
import { bundleMarkup } from '#server/shop/bundles/bundle-pages.ts'
import { readBundlesOnSale } from '#server/shop/bundles/bundles-on-sale.ts'
import { readConfirmedClaims } from '#server/shop/claims/read-claims.ts'
import { editionTexts, ownerEditions, readShownEditions } from '#server/shop/editions/current-editions.ts'
import { applyPrices, ownerPrices, priceTexts, readPrices } from '#server/shop/prices/current-prices.ts'
import { ownerReleases, readCatalogue, releaseTexts } from '#server/shop/releases/current-releases.ts'
import { readReviewSummaries } from '#server/shop/reviews/read-review-summaries.ts'
import { reviewPages } from '#server/shop/reviews/review-pages.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { ReleaseText, Site, SitePart } from '#shared/site.ts'

interface KeepPagesOptions {
	database: Pick<Database, 'query'>
	catalogue: readonly Product[]
	/** What the pages were first filled with, without the prices. */
	site: Site
	/** The prices that the pages were filled with first; by default those of the catalogue. */
	prices?: Readonly<Record<string, number>>
	/** Reads from the database which further parts of the pages are shown; none by default. */
	readParts?: () => Promise<readonly SitePart[]>
	/** Fills the pages again. */
	refill: (
		filling: Pick<PageFilling, 'site' | 'markup' | 'structuredData'>,
		rendered?: ReadonlyMap<string, string>,
	) => Promise<void>
	/**
	 * Renders the pages for a shop in which owners have released the products that these texts describe. Without this function,
	 * pages ignore releases by owners.
	 */
	render?: (releases: Readonly<Record<ReleaseText, string>>) => Promise<ReadonlyMap<string, string>>
	log: Logger
}

interface KeptPages {
	/** Fills the pages again if anything that they show from the database has changed. */
	refresh(): Promise<void>
	stop(): void
}

const everyMs = 10_000

/**
 * Updates what pages show from the database: reviews, confirmed marketing claims, prices, bundles, and what owners have released
 * or published. Requests never wait for this. Every ten seconds, each server asks the database whether anything has changed. If
 * so, it reads everything and compares it with its pages. A planned price takes effect with the first such check after its time
 * has come. If an update fails, the pages stay as they are until the next one.
 */
export function keepPages({
	database,
	catalogue,
	site,
	prices = {},
	readParts = async () => [],
	refill,
	render,
	log,
}: KeepPagesOptions): KeptPages {
	let shown = JSON.stringify({
		summaries: [],
		claims: [],
		texts: priceTexts(catalogue, prices),
		parts: [],
		bundles: [],
	})
	let changes: string | undefined
	let rendered: { key: string; pages: ReadonlyMap<string, string> } = { key: '{}', pages: new Map() }
	let timer: NodeJS.Timeout | undefined
	let stopped = false

	async function refresh(): Promise<void> {
		try {
			// Read before the rest, so that a change in between is noticed the next time.
			const parts = await readParts()
			const counted = `${await countChanges(database)} ${parts}`
			if (counted === changes) return
			await database.query(applyPrices)
			const editions = editionTexts(await readShownEditions(database))
			const current = await readCatalogue(database, catalogue)
			const releases = render === undefined ? {} : releaseTexts(catalogue, current)
			const texts = {
				...priceTexts(current, await readPrices(database)),
				...editions.texts,
				...releases,
			}
			const summaries = await readReviewSummaries(database)
			const claims = await readConfirmedClaims(database)
			const bundles = await readBundlesOnSale(database)
			const found = JSON.stringify({ summaries, claims, texts, parts, bundles })
			if (found !== shown) {
				const marketingClaims = [...new Set([...site.marketingClaims, ...claims])]
				const filled = {
					texts: { ...site.texts, ...texts },
					marketingClaims,
					parts: [...site.parts, ...parts, ...editions.parts],
				}
				const pages = reviewPages(filled, current, summaries)
				await refill(
					{ ...pages, markup: { ...pages.markup, ...bundleMarkup(current, bundles) } },
					await renderedWith(releases),
				)
			}
			shown = found
			changes = counted
		} catch (error) {
			if (!stopped) log.warn({ err: error }, 'the pages could not be brought up to date')
		}
	}

	/** Renders the pages again if the releases have changed since the last time. Returns no pages if nothing is released. */
	async function renderedWith(releases: Readonly<Record<ReleaseText, string>>) {
		const key = JSON.stringify(releases)
		if (render !== undefined && key !== rendered.key)
			rendered = { key, pages: key === '{}' ? new Map() : await render(releases) }
		return rendered.pages
	}

	async function repeat(): Promise<void> {
		await refresh()
		if (!stopped) timer = setTimeout(() => void repeat(), everyMs).unref()
	}

	void repeat()
	return {
		refresh,
		stop: () => {
			stopped = true
			clearTimeout(timer)
		},
	}
}

/**
 * Returns a string made of prices, counts of changes, and ids. As long as it stays the same, what pages show from these tables
 * stays the same too.
 */
async function countChanges(database: Pick<Database, 'query'>): Promise<string> {
	const [changes] = await database.query(
		sql`
		select concat_ws(' ', r.count, c.confirmed, c.withdrawn, p.prices, b.bundles, e.editions, l.releases) as count
		from shop.review_changes r,
			(select count(*) as confirmed, count(withdrawn_at) as withdrawn from shop.claim_confirmations) c,
			(
				select string_agg(concat(p.id, ' ', p.price_pence, ' ', o.price_pence), ', ' order by p.id) as prices
				from public.products p left join (${ownerPrices}) o on o.catalogue_id = p.id
			) p,
			(select concat(count(*), '/', count(withdrawn_at)) as bundles from shop.bundles) b,
			(select string_agg(id::text, ' ' order by id) as editions from (${ownerEditions}) o) e,
			(select string_agg(catalogue_id, ' ' order by catalogue_id) as releases from (${ownerReleases}) o) l`,
		z.object({ count: z.string() }),
	)
	if (changes === undefined) throw new Error('the count of review changes is missing')
	return changes.count
}
