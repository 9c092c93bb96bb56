import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { expect, test } from './journey.ts'
import { unlistedPages } from './open-pages.ts'

/** The most script that a page in the site map may load at first, compressed with Brotli, in bytes. */
const mostListed = 119_500
/** The same for other pages, such as the forms for signing in. */
const mostUnlisted = 124_000

/**
 * The most that a part loaded later may weigh. The client of the APIs may weigh more, because it is a single library. Only users
 * who sign in load it.
 */
const mostLater = 45_000
const mostOfClient = 47_500

/** The two fonts that every page uses. */
const mostFonts = 24_000
/** The picture at the top of a page, in the size that a phone picks. It is fetched before the first paint. */
const mostFirstPicture = 40_000
/** All pictures of a page, if a visitor scrolls to its end on a phone. A product's page has more: all previews of its guide. */
const mostPictures = 300_000
const mostPicturesOfProduct = 600_000

/**
 * What a server sends before it waits for the browser to acknowledge it: ten packets, less the headers. A larger page is painted one
 * round trip later.
 */
const mostPage = 14_600 - 1_400
/** The same for the style sheet, which has fewer headers and is needed for the first paint too. */
const mostStyles = 14_600 - 660

const unlisted = [
	...unlistedPages,
	'/read/student-guide',
	'/payment-success',
	'/account',
	'/account/guides',
	'/account/refund',
	'/auth/new-password',
	'/auth/second-step',
	'/startup-blueprint',
	'/Career',
]

test('every page first loads at most 119.5 kB of script (124 kB if not in the site map), and its HTML and styles each fit into ten packets', async ({
	request,
}) => {
	const listed = await listedPaths(request)
	const known = new Map<string, Script>()
	const heavy: string[] = []
	for (const path of [...listed, ...unlisted]) {
		let html = ''
		// Some seconds after its start, a shop compresses its pages again, more slowly and to the smallest size.
		await expect
			.poll(
				async () => {
					html = await (await request.get(path)).text()
					// Other journeys review guides in this shop. Reviews are below what is seen first, so the first ten packets need
					// not contain them.
					const reviews = html.indexOf('<li class="review"')
					return reviews === -1 ? bytesOf(request, path) : compressed(html.slice(0, reviews))
				},
				{ message: `${path} as HTML`, timeout: 90_000 },
			)
			.toBeLessThan(mostPage)
		const [, styles = ''] = /"(\/assets\/site-[^"]+\.css)"/.exec(html) ?? []
		expect(await bytesOf(request, styles), `${path}: ${styles}`).toBeLessThan(mostStyles)
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

/** The most that the admin may load until its first page is there, compressed with Brotli, in bytes. Fonts do not count. */
const mostOfAdmin = 150_000

test('every page stays within its limits for fonts and for pictures on a phone', async ({ request }) => {
	const known = new Map<string, number>()
	async function sumOf(files: Iterable<string>): Promise<number> {
		let sum = 0
		for (const file of new Set(files)) {
			const bytes = known.get(file) ?? (await bytesOf(request, file))
			known.set(file, bytes)
			sum += bytes
		}
		return sum
	}
	const heavy: string[] = []
	for (const path of [...(await listedPaths(request)), ...unlisted]) {
		const html = await (await request.get(path)).text()
		const fonts = /<script data-fonts="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
		expect(fonts, path).toHaveLength(2)
		const pictures = Array.from(html.matchAll(/<picture[\s\S]*?<\/picture>/g), ([picture]) => picture)
		const first = pictures.filter((picture) => picture.includes('data-first'))
		const isProduct = path.startsWith('/products/') || path === '/startup-blueprint'
		for (const [what, files, most] of [
			['fonts', fonts, mostFonts],
			['first picture', first.map(onPhone), mostFirstPicture],
			['pictures', pictures.map(onPhone), isProduct ? mostPicturesOfProduct : mostPictures],
		] as const) {
			const bytes = await sumOf(files)
			if (bytes > most) heavy.push(`${path}: ${what} ${bytes}`)
		}
	}
	expect(heavy).toEqual([])
	expect(known.size, 'fonts and pictures').toBeGreaterThan(20)
})

test('no script loaded later exceeds 45 kB, except the API client', async () => {
	const folder = 'build/client/assets'
	const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js.br'))
	expect(scripts.length).toBeGreaterThan(50)
	const heavy: string[] = []
	for (const name of scripts.filter((script) => !script.startsWith('react-'))) {
		const { size } = await stat(join(folder, name))
		if (size > (name.startsWith('client-') ? mostOfClient : mostLater)) heavy.push(`${name}: ${size}`)
	}
	expect(heavy).toEqual([])
})

test('the first page of the admin needs less than 150 kB', async ({ page, shop }) => {
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
	// The scripts must have been compressed.
	expect(sent).toBeLessThan(sum(loaded.map(({ decodedBodySize }) => decodedBodySize)) / 2)
	expect(sent).toBeLessThan(mostOfAdmin)
})

/** Returns the pages in the sitemap. */
async function listedPaths(request: APIRequestContext): Promise<string[]> {
	const map = await (await request.get('/sitemap.xml')).text()
	return Array.from(map.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => new URL(address).pathname)
}

/** Returns the file that a phone picks for a picture: the second smallest, because phones have two or more pixels per CSS pixel. */
function onPhone(picture: string): string {
	const [, set = ''] = /srcSet="([^"]+)"/.exec(picture) ?? []
	const [small = '', middle = small] = set.split(', ').map((entry) => entry.split(' ')[0] ?? '')
	return middle
}

interface Script {
	/** Its size, compressed with Brotli. */
	bytes: number
	/** The scripts it needs to start, without those it loads on first use. */
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

/** Returns the size of a part of a page after the compression that a shop uses for whole pages. */
function compressed(html: string): number {
	return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** Returns the size of a file for a browser that accepts Brotli. */
async function bytesOf(request: APIRequestContext, address: string): Promise<number> {
	const head = await request.head(address, { headers: { 'accept-encoding': 'br' } })
	const bytes = Number(head.headers()['content-length'])
	expect(bytes, address).toBeGreaterThan(0)
	return bytes
}
