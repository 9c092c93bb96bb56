import { chromium } from '@playwright/test'
import type lighthouseFunction from 'lighthouse'
import { z } from 'zod'
import { freePort } from '#test/free-port.ts'
import { findBrowser } from '../../../scripts/setup/browser.mjs'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

// The parts of Lighthouse's report that are used: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md
const auditSchema = z.object({
	score: z.number().nullable(),
	numericValue: z.number().optional(),
	title: z.string(),
})
const reportSchema = z.object({
	categories: z.record(
		z.string(),
		z.object({
			score: z.number().nullable(),
			auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
		}),
	),
	audits: z.record(z.string(), auditSchema),
	runtimeError: z.object({ message: z.string() }).optional(),
})

export interface PageScore {
	/** Performance, accessibility, best practices and search, each out of 100. */
	scores: readonly number[]
	/** Largest contentful paint on the simulated slow phone. */
	largestPaintSeconds: number
	layoutShift: number
	/** Total blocking time in milliseconds. */
	blockedMs: number
	/** The scored audits that are below 100 %. */
	failedAudits: readonly string[]
}

/**
 * Opens the page as a first-time visitor, with Lighthouse's default settings, which simulate a slow phone on a slow network. Each
 * page has a browser of its own, because Lighthouse does not clear what the page before has put into local storage.
 */
export async function scorePage(url: string): Promise<PageScore> {
	const lighthouse: typeof lighthouseFunction = (await import('lighthouse')).default
	const { executablePath, args, env } = await findBrowser()
	const port = await freePort()
	const browser = await chromium.launch({
		executablePath,
		args: [...args, `--remote-debugging-port=${port}`],
		env: { ...process.env, ...env },
	})
	try {
		const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
		return readReport(reportSchema.parse(result?.lhr))
	} finally {
		await browser.close()
	}
}

function readReport(report: z.infer<typeof reportSchema>): PageScore {
	if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message)
	const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
	const scored = categories.flatMap((name) =>
		(report.categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0),
	)
	return {
		scores: categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
		largestPaintSeconds: value('largest-contentful-paint') / 1000,
		layoutShift: value('cumulative-layout-shift'),
		blockedMs: value('total-blocking-time'),
		failedAudits: scored.flatMap(({ id }) => {
			const audit = report.audits[id]
			return audit === undefined || audit.score === null || audit.score === 1 ? [] : [audit.title]
		}),
	}
}
