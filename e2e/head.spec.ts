import type { APIRequestContext } from '@playwright/test'
import { structuredDataSchema } from '#test/structured-data.ts'
import { expect, test } from './journey.ts'

/** Returns the paths in the site map. */
async function listedPaths(request: APIRequestContext, origin: string): Promise<string[]> {
	const map = await (await request.get('/sitemap.xml')).text()
	return Array.from(map.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => {
		expect(address.startsWith(`${origin}/`), address).toBe(true)
		return address.slice(origin.length)
	})
}

function contents(html: string, pattern: RegExp): string[] {
	return Array.from(html.matchAll(pattern), ([, value = '']) => value)
}

function metas(html: string, name: string): string[] {
	return contents(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
}

function canonicals(html: string): string[] {
	return contents(html, /<link rel="canonical" href="([^"]*)"/g)
}

test('every page in the site map is canonical, and has its own title and a description', async ({
	request,
	shop,
}) => {
	const paths = await listedPaths(request, shop.url)
	expect(new Set(paths).size).toBe(paths.length)
	expect(paths).toEqual(
		expect.arrayContaining(['/', '/career', '/categories/business', '/products/cv-secrets']),
	)
	const titles = new Map<string, string>()
	for (const path of paths) {
		const answer = await request.get(path)
		expect(answer.status(), path).toBe(200)
		const html = await answer.text()
		expect(canonicals(html), path).toEqual([`${shop.url}${path}`])
		expect(metas(html, 'robots'), path).toEqual([])
		const [title = '', ...further] = contents(html, /<title>([^<]*)<\/title>/g)
		expect(further, path).toEqual([])
		expect(titles.get(title), `${path} shares its title`).toBeUndefined()
		titles.set(title, path)
		const [description = ''] = metas(html, 'description')
		// Decoded, so that an apostrophe is one character.
		const length = description.replace(/&[^;]+;/g, '-').length
		expect(length, `${path}: ${description}`).toBeGreaterThanOrEqual(120)
		expect(length, `${path}: ${description}`).toBeLessThanOrEqual(160)
		expect(metas(html, 'og:url'), path).toEqual([`${shop.url}${path}`])
		expect(metas(html, 'og:image:alt')[0]?.length, path).toBeGreaterThan(20)
		expect(metas(html, 'twitter:card'), path).toEqual(['summary_large_image'])
	}
})

test('each Open Graph picture has the stated size', async ({ request, shop, page }) => {
	const pictures = new Set<string>()
	for (const path of await listedPaths(request, shop.url)) {
		const html = await (await request.get(path)).text()
		pictures.add(metas(html, 'og:image')[0] ?? '')
		expect([metas(html, 'og:image:width'), metas(html, 'og:image:height')], path).toEqual([['1200'], ['630']])
	}
	expect(pictures.size).toBe(5)
	for (const picture of pictures) {
		const answer = await page.goto(picture)
		expect(answer?.status(), picture).toBe(200)
		const size = await page
			.locator('img')
			.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
		expect(size, picture).toEqual([1200, 630])
	}
})

test('the structured data of every page meets the rules of search engines, and contains no rating without reviews', async ({
	request,
	shop,
}) => {
	const kinds = new Set<string>()
	for (const path of await listedPaths(request, shop.url)) {
		const html = await (await request.get(path)).text()
		for (const block of contents(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)) {
			const parsed = structuredDataSchema.safeParse(JSON.parse(block))
			expect(parsed.error?.message, path).toBeUndefined()
			for (const thing of parsed.data?.['@graph'] ?? []) kinds.add([thing['@type']].flat().join(', '))
			expect(block, path).not.toMatch(/Rating|site-url\.invalid/)
			expect(block, path).toContain(shop.url)
		}
	}
	expect([...kinds].toSorted()).toEqual([
		'BreadcrumbList',
		'FAQPage',
		'ItemList',
		'Organization',
		'Product, DigitalDocument',
		'WebSite',
	])
})

for (const [path, canonical] of [
	['/Career', '/career'],
	['/Finance', '/finance'],
	['/categories/career', '/career'],
	['/categories/business', '/categories/business'],
	['/startup-blueprint', '/products/startup-blueprint'],
] as const) {
	test(`${path} names ${canonical} as its canonical address`, async ({ request, shop }) => {
		const html = await (await request.get(path)).text()
		expect(canonicals(html)).toEqual([`${shop.url}${canonical}`])
	})
}

test('private pages have a canonical address, but are not in the site map and not indexed', async ({
	request,
	shop,
}) => {
	const listed = await listedPaths(request, shop.url)
	for (const path of [
		'/auth',
		'/auth/confirm',
		'/get/cv-secrets',
		'/read/student-guide',
		'/payment-success',
		'/account',
		'/account/guides',
	]) {
		const html = await (await request.get(`${path}?redirect=/free&session_id=cs_test_1`)).text()
		expect(metas(html, 'robots'), path).toEqual(['noindex'])
		expect(canonicals(html), path).toEqual([`${shop.url}${path}`])
		expect(listed).not.toContain(path)
	}
	for (const path of ['/auth', '/payment-success']) {
		const [description = ''] = metas(await (await request.get(path)).text(), 'description')
		expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(120)
		expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160)
	}
})

test('a page that does not exist is not in the site map and has no canonical address', async ({
	request,
}) => {
	const html = await (await request.get('/no-such-page')).text()
	expect(metas(html, 'robots')).toEqual(['noindex'])
	expect(canonicals(html)).toEqual([])
})

test('robots.txt names the site map, and the manifest lists the icons', async ({ page, request, shop }) => {
	const robots = await (await request.get('/robots.txt')).text()
	expect(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
	expect(robots).toContain('Content-Signal: search=yes, ai-input=yes, ai-train=no')
	expect(robots.split('\n\n').filter((group) => /^Disallow: \/$/m.test(group))).toEqual([
		expect.stringMatching(/^User-agent: Applebot-Extended\n.*^User-agent: GPTBot$/ms),
	])
	await page.goto('/')
	await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.webmanifest')
	const answer = await request.get('/manifest.webmanifest')
	expect(answer.headers()['content-type']).toContain('application/manifest+json')
	const manifest: { icons: { src: string; type: string; sizes: string }[] } = await answer.json()
	expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
	for (const { src, type } of manifest.icons) {
		const icon = await request.get(src)
		expect(icon.status(), src).toBe(200)
		expect(icon.headers()['content-type'], src).toBe(type)
	}
	for (const path of ['/favicon.ico', '/apple-touch-icon.png']) {
		expect((await request.get(path)).status(), path).toBe(200)
	}
})
