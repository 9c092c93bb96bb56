import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/setup/browser.mjs'
import { beginRun } from './scripts/setup/test-run.mjs'

await beginRun()

const { executablePath, args, env } = await findBrowser()

/** Journeys of what is the same at every width: addresses, heads, sessions, what is fetched and when. */
const sameAtEveryWidth = /\/(head|held-scripts|page-weight|session|states|without-scripts)\.spec\.ts$/

export default defineConfig({
	testDir: 'e2e',
	globalTeardown: './e2e/end-run.ts',
	outputDir: 'test-results/journeys',
	// Each worker runs a shop of its own beside its browser.
	workers: 2,
	fullyParallel: true,
	// A journey that passes at the second try has found something.
	retries: 0,
	forbidOnly: process.env.CI !== undefined,
	timeout: 60_000,
	globalTimeout: 20 * 60_000,
	expect: { timeout: 10_000 },
	reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
	use: {
		launchOptions: { executablePath, args, env: { ...process.env, ...env } },
		screenshot: 'only-on-failure',
		// Recording costs a sixth of the time: asked for where a failure is looked into.
		trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
	},
	projects: [
		{
			name: 'phone',
			testIgnore: sameAtEveryWidth,
			grepInvert: /@only-laptop/,
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		{
			name: 'tablet',
			use: { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true },
			// What differs on it is how pages are laid out.
			testMatch: /(accessibility|accessible-states|routes)\.spec\.ts/,
		},
		{ name: 'laptop', grepInvert: /@only-phone/, use: { viewport: { width: 1280, height: 800 } } },
	],
})
