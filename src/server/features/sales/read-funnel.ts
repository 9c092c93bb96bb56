import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { productPath, signUpBegun } from '#shared/paths.ts'
import { daysOf, type Period, type Periods } from './period.ts'
import type { Step } from './sum-steps.ts'

interface FunnelOptions {
	database: Pick<Database, 'query'>
}

interface Funnel {
	period: { from: string; to: string }
	before: { from: string; to: string }
	tables: {
		title: string
		/** `hasRate` says whether its counts are also shown as shares of those in the column to its left. */
		columns: { label: string; hasRate: boolean }[]
		/** One count for each column, in the period and in the period before. */
		rows: { name: string; counts: Count[]; before: Count[] }[]
	}[]
}

/**
 * Returns how often visitors took each step towards each guide and towards an account, and the same for the period before. Today’s
 * counts are at most a minute old.
 */
export async function readFunnel({ database }: FunnelOptions, { period, before }: Periods): Promise<Funnel> {
	const [now, then] = [await readCounts(database, period), await readCounts(database, before)]
	const offered = await readProducts(database)
	const rowOf = (name: string, countsIn: (counts: Counts) => Count[]) => ({
		name,
		counts: countsIn(now),
		before: countsIn(then),
	})
	const guideTable = (title: string, isFree: boolean, last: readonly GuideStep[]) => ({
		title,
		columns: [seen, ...last.map(({ label }) => ({ label, hasRate: true }))],
		rows: offered
			.filter((guide) => guide.isFree === isFree && !guide.comingSoon)
			.map((guide) =>
				rowOf(guide.shortTitle, ({ viewsOf, stepsOf }) => [
					viewsOf(pathsOf(guide)),
					...last.map(({ step }) => stepsOf(step, guide.id)),
				]),
			),
	})
	return {
		period: daysOf(period),
		before: daysOf(before),
		tables: [
			guideTable('Paid guides', false, [
				{ label: 'Checkout begun', step: 'checkout begun' },
				{ label: 'Paid', step: 'paid' },
				downloaded,
			]),
			guideTable('Free guides', true, [{ label: 'Taken', step: 'taken' }, downloaded]),
			{
				title: 'Accounts',
				columns: [
					{ label: 'Sign-up begun', hasRate: false },
					{ label: 'Confirmed by email', hasRate: true },
					{ label: 'Joined with Google or another account', hasRate: false },
				],
				rows: [
					rowOf('New accounts', ({ viewsOf, stepsOf }) => [
						viewsOf([signUpBegun]),
						stepsOf('confirmed by email'),
						stepsOf('joined by OAuth'),
					]),
				],
			},
		],
	}
}

/** Null if the step was not counted. */
export type Count = number | null

interface GuideStep {
	label: string
	step: Step
}

const seen = { label: 'Seen', hasRate: false }
const downloaded: GuideStep = { label: 'Downloaded or read', step: 'downloaded' }

function pathsOf(product: Product): string[] {
	return [productPath(product), product.shortPath].filter((path) => path !== undefined)
}

interface Counts {
	/** Returns the views of these paths. Null if the period has no page views at all, because the shop did not count them. */
	viewsOf(paths: readonly string[]): Count
	stepsOf(step: Step, catalogueId?: string): number
}

const viewsSchema = z.object({ path: z.string(), views: z.int() })
const stepsSchema = z.object({ step: z.string(), catalogue_id: z.string().nullable(), count: z.int() })

async function readCounts(database: FunnelOptions['database'], { from, until }: Period): Promise<Counts> {
	const [first, end] = [from, until].map((date) => date.toISOString().slice(0, 10))
	const views = await database.query(
		sql`
		select path, sum(views)::bigint as views from shop.page_views
		where day >= ${first}::date and day < ${end}::date group by path`,
		viewsSchema,
	)
	const steps = await database.query(
		sql`
		select step, catalogue_id, sum(count)::bigint as count from shop.daily_steps
		where day >= ${first}::date and day < ${end}::date group by step, catalogue_id`,
		stepsSchema,
	)
	const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
	return {
		viewsOf: (paths) =>
			views.length === 0
				? null
				: sum(views.filter(({ path }) => paths.includes(path)).map((row) => row.views)),
		stepsOf: (step, catalogueId) =>
			steps.find((row) => row.step === step && row.catalogue_id === (catalogueId ?? null))?.count ?? 0,
	}
}
