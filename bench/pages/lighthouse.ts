import { chromium } from '@playwright/test'
import type lighthouseFunction from 'lighthouse'
import { z } from 'zod'
import { freePort } from '#test/free-port.ts'
import { findBrowser } from '../../scripts/setup/browser.mjs'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

// Its own report, of which this is used: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md
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
	/** Of 100, in the order performance, accessibility, best practices, search engines. */
	scores: readonly number[]
	/** Seconds until the largest element is painted, on the simulated slow phone. */
	largestPaintSeconds: number
	layoutShift: number
	/** Milliseconds in which the page would not have answered a touch. */
	blockedMs: number
	/** Audits that count and are not whole. */
	faults: readonly string[]
}

interface Lighthouse {
	score(url: string): Promise<PageScore>
	close(): Promise<void>
}

/** A browser with Lighthouse on it, with its own defaults: a slow phone on a slow network, simulated. */
export async function openLighthouse(): Promise<Lighthouse> {
	const lighthouse: typeof lighthouseFunction = (await import('lighthouse')).default
	const { executablePath, args, env } = await findBrowser()
	const port = await freePort()
	const browser = await chromium.launch({
		executablePath,
		args: [...args, `--remote-debugging-port=${port}`],
		env: { ...env, PATH: '/usr/bin:/bin' },
	})
	return {
		async score(url) {
			const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
			return readReport(reportSchema.parse(result?.lhr))
		},
		close: () => browser.close(),
	}
}

function readReport(report: z.infer<typeof reportSchema>): PageScore {
	if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message)
	const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
	const weighty = categories.flatMap((name) =>
		(report.categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0),
	)
	return {
		scores: categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
		largestPaintSeconds: value('largest-contentful-paint') / 1000,
		layoutShift: value('cumulative-layout-shift'),
		blockedMs: value('total-blocking-time'),
		faults: weighty.flatMap(({ id }) => {
			const audit = report.audits[id]
			return audit === undefined || audit.score === null || audit.score === 1 ? [] : [audit.title]
		}),
	}
}
