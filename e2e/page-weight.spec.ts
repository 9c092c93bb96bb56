import type { APIRequestContext } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { expect, test } from './journey.ts'

/** The most script that a page for every visitor may load at first, compressed with Brotli, in bytes. */
const mostListed = 125_000
/** The same for the sign-in and account pages, which are forms. */
const mostUnlisted = 127_000

/**
 * What a server sends before it waits for an answer: ten packets, less the headers. A page that needs one more takes a round trip longer
 * until its first paint.
 */
const mostPage = 14_600 - 1_400

const unlisted = [
	'/auth',
	'/auth/confirm',
	'/get/cv-secrets',
	'/read/student-guide',
	'/notice/confirm',
	'/notice/stop',
	'/reviews/stop',
	'/editions/stop',
	'/news/stop',
	'/payment-success',
	'/account',
	'/account/guides',
	'/auth/link',
	'/auth/new-password',
	'/auth/recover',
	'/auth/second-step',
	'/startup-blueprint',
	'/Career',
]

test('no page loads more than 125 kB of script at first, no form more than 127 kB, and all fit into ten packets', async ({
	request,
}) => {
	const map = await (await request.get('/sitemap.xml')).text()
	const listed = Array.from(
		map.matchAll(/<loc>([^<]+)<\/loc>/g),
		([, address = '']) => new URL(address).pathname,
	)
	const known = new Map<string, Script>()
	const heavy: string[] = []
	for (const path of [...listed, ...unlisted]) {
		const html = await (await request.get(path)).text()
		// Other journeys review guides in this shop. Reviews are below what is seen first, so they may come later.
		const reviews = html.split('<li class="review"').length - 1
		// A shop compresses its pages as small as they get some seconds after its start.
		await expect
			.poll(() => bytesOf(request, path), { message: `${path} as HTML`, timeout: 20_000 })
			.toBeLessThan(mostPage + (reviews > 0 ? 300 : 0) + 300 * reviews)
		const named = Array.from(html.matchAll(/\/assets\/[^"'\\ ]+?\.js/g), ([script]) => script)
		const all = await withImports(request, named, known)
		expect(
			[...all].some((script) => script.includes('/react-')),
			`${path} loads React`,
		).toBe(true)
		const weight = [...all].reduce((sum, script) => sum + (known.get(script)?.bytes ?? 0), 0)
		if (weight > (listed.includes(path) ? mostListed : mostUnlisted)) heavy.push(`${path}: ${weight}`)
	}
	expect(heavy).toEqual([])
})

/** The most that the admin may load until its first page is there, compressed with Brotli, in bytes. Fonts are the shop's. */
const mostOfAdmin = 150_000

test('the admin loads less than 150 kB until its first page is there', async ({ page, shop }) => {
	await openAdmin(page, shop)
	await expect(page.getByRole('region', { name: 'Money' })).toBeVisible()
	const loaded = await page.evaluate(() =>
		performance
			.getEntriesByType('resource')
			.flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [entry] : []))
			.filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
			.map(({ encodedBodySize, decodedBodySize }) => ({ encodedBodySize, decodedBodySize })),
	)
	expect(loaded.length).toBeGreaterThan(3)
	const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
	const sent = sum(loaded.map(({ encodedBodySize }) => encodedBodySize))
	// What is sent is compressed.
	expect(sent).toBeLessThan(sum(loaded.map(({ decodedBodySize }) => decodedBodySize)) / 2)
	expect(sent).toBeLessThan(mostOfAdmin)
})

interface Script {
	/** Fetches it as a browser that accepts Brotli. */
	bytes: number
	/** Returns the scripts it needs to start, without those it loads on first use. */
	imports: string[]
}

/** Returns these scripts and everything they import, without duplicates. */
async function withImports(
	request: APIRequestContext,
	scripts: readonly string[],
	known: Map<string, Script>,
): Promise<Set<string>> {
	const found = new Set(scripts)
	for (const script of found) {
		const { bytes, imports } = known.get(script) ?? (await read(request, script))
		known.set(script, { bytes, imports })
		for (const imported of imports) found.add(imported)
	}
	return found
}

async function read(request: APIRequestContext, script: string): Promise<Script> {
	const bytes = await bytesOf(request, script)
	const text = await (await request.get(script)).text()
	const imports = Array.from(
		text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g),
		([, name]) => `/assets/${name}`,
	)
	return { bytes, imports }
}

/** Returns the size of a file for a browser that accepts Brotli. */
async function bytesOf(request: APIRequestContext, address: string): Promise<number> {
	const head = await request.head(address, { headers: { 'accept-encoding': 'br' } })
	const bytes = Number(head.headers()['content-length'])
	expect(bytes, address).toBeGreaterThan(0)
	return bytes
}
