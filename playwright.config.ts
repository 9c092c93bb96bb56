import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/setup/browser.mjs'
import { beginRun } from './scripts/setup/test-run.mjs'

await beginRun()
// The workers inherit it, and must combine the same cases.
process.env.JOURNEYS_SEED ??= String(randomInt(5_040))

const { executablePath, args, env } = await findBrowser()

/**
 * Lets only V8's interpreter and its first compiler run scripts. A journey leaves a page after seconds, so code that is optimised
 * in the background would hardly be used. Without the optimisation the journeys take a twentieth less processor time, even those
 * that run axe.
 */
const scriptsUnoptimised = '--js-flags=--no-maglev --no-turbofan'

/** One process for all pages of a visitor: a new one for each would cost more than a tenth of what the browser needs. */
const oneProcess = '--renderer-process-limit=1'

/** `npm run test:full` repeats every journey on each screen. By default a journey runs on one, unless its tag names both. */
const isFull = process.env.JOURNEYS === 'full'

/** Journeys about addresses, settings, sessions and requests, which the width of the screen does not change. */
const onLaptop =
	/^(?!.*@both-screens).*(?<![\w-])(head|held-scripts|offline|own-shop|page-views|page-weight|session|states|without-scripts)\.spec\.ts/

export default defineConfig({
	testDir: 'e2e',
	globalSetup: './e2e/start-shops.ts',
	globalTeardown: './e2e/end-run.ts',
	outputDir: 'test-results/journeys',
	// Two for each core, because a journey spends about half of its time waiting for emails and animations. Each worker has its own
	// shop and browser.
	workers: 2 * availableParallelism(),
	fullyParallel: true,
	// A journey that passes only the second time is mended, not run again.
	retries: 0,
	forbidOnly: process.env.CI !== undefined,
	// Several times longer than a journey needs. The limits only end what hangs.
	timeout: 120_000,
	globalTimeout: isFull ? 120 * 60_000 : 60 * 60_000,
	expect: { timeout: 30_000 },
	reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
	use: {
		launchOptions: {
			executablePath,
			args: [...args, scriptsUnoptimised, oneProcess],
			env: { ...process.env, ...env },
		},
		screenshot: 'only-on-failure',
		// Off unless TRACE is set, because recording takes a sixth of a run.
		trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
	},
	projects: [
		// First, because `own-shop.spec.ts`, which runs in one worker, takes longest.
		{
			name: 'laptop',
			use: { viewport: { width: 1280, height: 800 } },
			...(isFull ? { grepInvert: /@only-phone/ } : { grep: [/@only-laptop|@both-screens/, onLaptop] }),
		},
		{
			name: 'phone',
			grepInvert: [/@only-laptop/, onLaptop],
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		...(isFull
			? [
					{
						name: 'tablet',
						use: { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true },
						// On a tablet only the layout differs.
						testMatch: /(accessibility|accessible-states|routes)\.spec\.ts/,
					},
				]
			: []),
	],
})
