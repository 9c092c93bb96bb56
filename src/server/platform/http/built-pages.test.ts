import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltPages, loadBuiltPages, type ShownFile } from '#server/platform/http/built-pages.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'

let folder: string
let built: BuiltPages
const script = 'document.documentElement.dataset.theme = "dark"'
const page = `<!doctype html><script>${script}</script><script src="/assets/a.js"></script><link rel="canonical" href="https://shop.example/free">${'x'.repeat(600)}`
/** Returns files to show, by their paths. A text is its own key. */
const filesOf = (texts: Record<string, string>): Map<string, ShownFile> =>
	new Map(Object.entries(texts).map(([path, text]) => [path, { key: text, text }]))
const rendered = filesOf({ '/free': page, '/404': page })

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-pages-'))
	await mkdir(join(folder, 'assets'))
	await writeFile(join(folder, 'assets/a.js'), `export const a = 1 // ${'y'.repeat(600)}`)
	await writeFile(join(folder, 'assets/a.js.map'), '{}')
	await writeFile(join(folder, 'secret.env'), 'KEY=1')
	await writeFile(join(folder, 'assets/b.css'), 'a{}'.repeat(300))
	await writeFile(join(folder, 'assets/b.css.br'), 'squeezed while building')
	await writeFile(join(folder, 'assets/film.mp4'), '0123456789')
	await writeFile(join(folder, 'assets/picture.avif'), 'points of colour')
	await writeFile(join(folder, 'assets/other.mp4'), '0123456789')
	for (const name of ['removed.avif', 'removed.mp4'])
		await writeFile(join(folder, 'assets', name), 'of an older build')
	built = await loadBuiltPages({
		folder,
		commonHeaders: securityHeaders({ siteUrl: 'https://shop.example' }),
	})
	await built.show(rendered)
	for (const name of ['removed.avif', 'removed.mp4']) await rm(join(folder, 'assets', name))
})
afterAll(async () => await rm(folder, { recursive: true }))

function get(
	path: string,
	{
		acceptEncoding = 'identity',
		ifNoneMatch,
		range,
		ifRange,
		method = 'GET',
	}: {
		acceptEncoding?: string
		ifNoneMatch?: string
		range?: string | undefined
		ifRange?: string
		method?: string
	} = {},
) {
	return built.answer({ method, path, acceptEncoding, ifNoneMatch, range, ifRange })
}

/** Returns a response, and fails if it had to be read from disk. Pages never have to. */
function ready(...asked: Parameters<typeof get>) {
	const answer = get(...asked)
	if (answer instanceof Promise) throw new Error('not in memory')
	return answer
}

async function textOf(...asked: Parameters<typeof get>) {
	return (await get(...asked))?.body?.toString()
}

/** A plain request for a page, as the server sees it. */
function requestFor(path: string) {
	return {
		method: 'GET',
		path,
		acceptEncoding: 'identity',
		ifNoneMatch: undefined,
		range: undefined,
		ifRange: undefined,
	} as const
}

test('the policy of a page allows exactly its own inline script', () => {
	const answer = ready('/free')
	expect(answer?.status).toBe(200)
	expect(answer?.body?.toString()).toContain('href="https://shop.example/free"')
	const hash = createHash('sha256').update(script).digest('base64')
	const policy = answer?.headers['content-security-policy']
	expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
	expect(policy).not.toMatch(/script-src[^;]*unsafe/)
	expect(answer?.headers['strict-transport-security']).toMatch(/max-age=63072000/)
})

test('pages are revalidated on every visit, but hashed assets never are', () => {
	expect(ready('/free')?.headers['cache-control']).toBe('no-cache')
	expect(ready('/assets/a.js')?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('answers 304 if the browser already has the page', () => {
	const etag = ready('/free')?.headers.etag ?? ''
	expect(ready('/free', { ifNoneMatch: etag })).toMatchObject({ status: 304, body: undefined })
	expect(ready('/free', { ifNoneMatch: '"other"' })?.status).toBe(200)
	expect(ready('/free', { ifNoneMatch: `"other", ${etag}, "third"` })?.status).toBe(304)
})

test('compresses only if the browser accepts it', async () => {
	const answer = await get('/free', { acceptEncoding: 'gzip, deflate, br, zstd' })
	expect(answer?.headers['content-encoding']).toBe('br')
	expect(brotliDecompressSync(answer?.body ?? '').toString()).toContain('shop.example/free')
	expect(answer?.headers['content-length']).toBe(String(answer?.body?.length))
	expect((await get('/free', { acceptEncoding: 'br;q=0, gzip' }))?.headers['content-encoding']).toBe('gzip')
	expect(ready('/free', { acceptEncoding: 'identity' })?.headers['content-encoding']).toBeUndefined()
})

test('compresses a page on its first request, once for all who wait', async () => {
	const fresh = await loadBuiltPages({ folder, commonHeaders: {} })
	await fresh.show(rendered)
	const ask = async (acceptEncoding: string) =>
		await fresh.answer({
			method: 'GET',
			path: '/free',
			acceptEncoding,
			ifNoneMatch: undefined,
			range: undefined,
			ifRange: undefined,
		})
	for (const encoding of ['br', 'gzip']) {
		const answers = await Promise.all(Array.from({ length: 6 }, () => ask(encoding)))
		expect(answers[0]?.headers['content-encoding']).toBe(encoding)
		expect(new Set([...answers, await ask(encoding)]).size).toBe(1)
	}
})

test('responses vary by encoding, even a 304', () => {
	const etag = ready('/free')?.headers.etag ?? ''
	for (const answer of [ready('/free'), ready('/free', { ifNoneMatch: etag }), ready('/assets/b.css')])
		expect(answer?.headers.vary).toBe('Accept-Encoding')
})

test('the response to HEAD has the headers of GET and no body', () => {
	const answer = ready('/free', { method: 'HEAD' })
	expect(answer?.body).toBeUndefined()
	expect(answer?.headers['content-length']).toBe(ready('/free')?.headers['content-length'])
})

test('the page for unknown paths has status 404 and is not among the listed paths', async () => {
	expect(ready('/404')).toMatchObject({
		status: 404,
		headers: { 'content-type': 'text/html; charset=utf-8' },
	})
	expect((await get('/404', { acceptEncoding: 'br' }))?.status).toBe(404)
	expect([...built.paths]).toEqual(['/free'])
})

test.each([
	'/free/index.html',
	'/free/',
	'/secret.env',
	'/assets/a.js.map',
	'/../package.json',
	'/FREE',
	'/__proto__',
])('%s is not a built file', (path) => {
	expect(ready(path)).toBeUndefined()
})

test('only GET and HEAD are answered from memory', () => {
	expect(ready('/free', { method: 'POST' })).toBeUndefined()
})

test('a file compressed at build time is sent as it is, and the compressed copy has no URL', () => {
	expect(ready('/assets/b.css', { acceptEncoding: 'br' })?.body?.toString()).toBe('squeezed while building')
	expect(ready('/assets/b.css')?.body?.toString()).toBe('a{}'.repeat(300))
	expect(ready('/assets/b.css.br')).toBeUndefined()
})

test('a video player receives the range it requests', async () => {
	const whole = await get('/assets/film.mp4')
	expect(whole).toMatchObject({ status: 200, headers: { 'accept-ranges': 'bytes' } })
	const part = await get('/assets/film.mp4', { range: 'bytes=2-5' })
	expect(part?.status).toBe(206)
	expect(part?.body?.toString()).toBe('2345')
	expect(part?.headers).toMatchObject({ 'content-range': 'bytes 2-5/10', 'content-length': '4' })
	expect(part?.headers['content-type']).toBe('video/mp4')
	const head = await get('/assets/film.mp4', { range: 'bytes=2-5', method: 'HEAD' })
	expect(head).toMatchObject({ status: 206, body: undefined })
})

test('if the video has changed, the whole file is sent instead of a range', async () => {
	const etag = (await get('/assets/film.mp4'))?.headers.etag ?? ''
	expect(etag).toMatch(/^"/)
	expect(await textOf('/assets/film.mp4', { range: 'bytes=8-', ifRange: etag })).toBe('89')
	expect(await get('/assets/film.mp4', { range: 'bytes=8-', ifRange: '"older"' })).toMatchObject({
		status: 200,
	})
})

test('a range past the end is refused, and pages ignore ranges', async () => {
	const past = await get('/assets/film.mp4', { range: 'bytes=10-' })
	expect(past).toMatchObject({ status: 416, body: undefined })
	expect(past?.headers['content-range']).toBe('bytes */10')
	expect(ready('/free', { range: 'bytes=0-1' })?.status).toBe(200)
})

test('a picture or video is read from disk once, even for concurrent requests, and then served from memory', async () => {
	const { headers } = (await get('/assets/picture.avif', { method: 'HEAD' })) ?? {}
	expect(headers).toMatchObject({ 'content-length': '16', 'content-type': 'image/avif' })
	const film = ['bytes=0-0', 'bytes=9-9', undefined].map((range) => get('/assets/other.mp4', { range }))
	// The file is read from disk, so each answer is a promise.
	for (const answer of film) expect(answer).toBeInstanceOf(Promise)
	const [first, last, whole] = await Promise.all(film)
	expect([first, last, whole].map((answer) => answer?.body?.toString())).toEqual(['0', '9', '0123456789'])
	expect(first?.body?.buffer).toBe(whole?.body?.buffer)
	await rm(join(folder, 'assets/picture.avif'))
	expect(ready('/assets/picture.avif')).toMatchObject({ status: 200, headers })
	expect(ready('/assets/picture.avif')?.body?.toString()).toBe('points of colour')
	expect(ready('/assets/picture.avif', { ifNoneMatch: headers?.etag ?? '' })?.status).toBe(304)
	expect(ready('/assets/picture.avif', { range: 'bytes=0-1' })?.status).toBe(200)
})

test('a picture or video deleted since the server started is not found', async () => {
	expect(await get('/assets/removed.avif')).toBeUndefined()
	expect(await get('/assets/removed.avif', { method: 'HEAD' })).toBeUndefined()
	expect(await get('/assets/removed.mp4', { range: 'bytes=99-' })).toBeUndefined()
})

test('pages are compressed quickly at first, and later again to a smaller size', async () => {
	const length = async () => Number((await get('/free', { acceptEncoding: 'br' }))?.headers['content-length'])
	const before = [await length(), await get('/free')]
	await built.shrink()
	expect(await length()).toBeLessThan(Number(before[0]))
	expect(await get('/free')).toEqual(before[1])
	const squeezed = await get('/free', { acceptEncoding: 'br' })
	expect(brotliDecompressSync(squeezed?.body ?? '').toString()).toBe((await get('/free'))?.body?.toString())
})

test('pages that are rendered again replace the others at once, and those that are gone are not found', async () => {
	const loaded = await loadBuiltPages({ folder, commonHeaders: {} })
	const answer = (path: string) => loaded.answer(requestFor(path))
	const text = async (path: string) => {
		const found = await answer(path)
		return [found?.body?.toString(), found?.headers.etag]
	}
	expect(await text('/free')).toEqual([undefined, undefined])
	await loaded.show(filesOf({ '/free': 'none', '/old': 'old' }))
	const [before, tag] = await text('/free')
	const kept = (await answer('/free'))?.body
	await expect(loaded.show(new Map([['/free', { key: 'unknown', text: undefined }]]))).rejects.toThrow(
		'/free was not rendered',
	)
	await loaded.show(new Map([...filesOf({ '/new': 'new' }), ['/free', { key: 'none', text: undefined }]]))
	expect((await answer('/free'))?.body).toBe(kept)
	expect(loaded.shown).toEqual(
		new Map([
			['/free', 'none'],
			['/new', 'new'],
		]),
	)
	expect((await text('/new'))[0]).toBe('new')
	expect((await text('/old'))[0]).toBeUndefined()
	await loaded.show(filesOf({ '/free': 'one' }))
	expect(await text('/free')).toEqual(['one', expect.not.stringMatching(tag ?? '')])
	await loaded.show(filesOf({ '/free': 'none' }))
	expect(await text('/free')).toEqual([before, tag])
	expect(await text('/assets/a.js')).toEqual([expect.stringContaining('export const a'), expect.anything()])
})

test('the data of a page is a script for the router, also for an unknown page', async () => {
	const loaded = await loadBuiltPages({ folder, commonHeaders: {} })
	await loaded.show(filesOf({ '/free.data': '[1]', '/products/404.data': '[2]' }))
	const ask = (path: string) => loaded.answer(requestFor(path))
	const headers = { 'content-type': 'text/x-script', 'x-remix-response': 'yes', 'cache-control': 'no-cache' }
	expect(await ask('/free.data')).toMatchObject({ status: 200, headers })
	expect(await ask('/products/404.data')).toMatchObject({ status: 404, headers })
	await loaded.show(
		new Map([
			['/articles', { key: '1', text: 'none', isMissing: true }],
			['/articles/one', { key: '2', text: 'one' }],
		]),
	)
	expect(await ask('/articles')).toMatchObject({ status: 404, body: Buffer.from('none') })
	expect(await ask('/articles/one')).toMatchObject({ status: 200 })
	expect([...loaded.paths].filter((path) => path.startsWith('/articles'))).toEqual(['/articles/one'])
})
