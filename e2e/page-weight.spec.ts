import type { APIRequestContext } from '@playwright/test'
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
		expect.soft(await bytesOf(request, path), `${path} as HTML`).toBeLessThan(mostPage)
		const html = await (await request.get(path)).text()
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
