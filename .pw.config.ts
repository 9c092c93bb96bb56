import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/setup/browser.mjs'

const b = await findBrowser()
export default defineConfig({
	testDir: 'e2e',
	workers: 1,
	timeout: 40_000,
	reporter: 'list',
	use: {
		launchOptions: { executablePath: b.executablePath, args: b.args, env: { ...process.env, ...b.env } },
	},
	projects: [
		{ name: 'laptop', use: { viewport: { width: 1280, height: 800 } } },
		{ name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
	],
})
