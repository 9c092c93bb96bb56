import type { Logger } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import type { PageFilling } from '#server/platform/http/finish-page.ts'
import { countReviewChanges, readReviewSummaries } from '#server/shop/reviews/read-review-summaries.ts'
import { reviewPages } from '#server/shop/reviews/review-pages.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { Site } from '#shared/site.ts'

interface ShowReviewsOptions {
	database: Pick<Database, 'query'>
	catalogue: readonly Product[]
	site: Site
	/** Fills the pages again. */
	refill: (filling: Pick<PageFilling, 'site' | 'markup' | 'structuredData'>) => Promise<void>
	log: Logger
}

interface ShownReviews {
	/** Fills the pages if the reviews have changed. */
	refresh(): Promise<void>
	stop(): void
}

const everyMs = 10_000

/**
 * Keeps the reviews on the pages up to date, without work per request: each server asks every few seconds whether any review has changed,
 * and if so compares all of them with its pages. A failure leaves the pages as they are until the next time.
 */
export function showReviews({ database, catalogue, site, refill, log }: ShowReviewsOptions): ShownReviews {
	let shown = '[]'
	let changes: string | undefined
	let timer: NodeJS.Timeout | undefined
	let stopped = false

	async function refresh(): Promise<void> {
		try {
			// Read first: a change in between is seen the next time.
			const counted = await countReviewChanges(database)
			if (counted === changes) return
			const summaries = await readReviewSummaries(database)
			const found = JSON.stringify(summaries)
			if (found !== shown) await refill(reviewPages(site, catalogue, summaries))
			shown = found
			changes = counted
		} catch (error) {
			if (!stopped) log.warn({ err: error }, 'the reviews on the pages could not be brought up to date')
		}
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
