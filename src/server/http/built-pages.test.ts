import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltPages, loadBuiltPages } from '#server/http/built-pages.ts'

let folder: string
let built: BuiltPages
const script = 'document.documentElement.dataset.theme = "dark"'
const page = `<!doctype html><script>${script}</script><script src="/assets/a.js"></script><link rel="canonical" href="https://site-url.invalid/free">${'x'.repeat(600)}`

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-pages-'))
	await mkdir(join(folder, 'free'))
	await mkdir(join(folder, 'assets'))
	await writeFile(join(folder, 'free/index.html'), page)
	await writeFile(join(folder, 'assets/a.js'), `export const a = 1 // ${'y'.repeat(600)}`)
	await writeFile(join(folder, 'assets/a.js.map'), '{}')
	await writeFile(join(folder, 'secret.env'), 'KEY=1')
	built = await loadBuiltPages({
		folder,
		siteUrl: 'https://shop.example',
		placeholders: { 'https://site-url.invalid': 'https://shop.example' },
	})
})
afterAll(async () => await rm(folder, { recursive: true }))

function get(
	path: string,
	{
		acceptEncoding = 'identity',
		ifNoneMatch,
		method = 'GET',
	}: { acceptEncoding?: string; ifNoneMatch?: string; method?: string } = {},
) {
	return built.answer({ method, path, acceptEncoding, ifNoneMatch })
}

test('a page is filled in, and its policy names exactly its own inline script', () => {
	const answer = get('/free')
	expect(answer?.status).toBe(200)
	expect(answer?.body?.toString()).toContain('href="https://shop.example/free"')
	const hash = createHash('sha256').update(script).digest('base64')
	const policy = answer?.headers['content-security-policy']
	expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
	expect(policy).not.toMatch(/script-src[^;]*unsafe/)
	expect(answer?.headers['strict-transport-security']).toMatch(/max-age=63072000/)
})

test('a page is asked about each time, a hashed asset never again', () => {
	expect(get('/free')?.headers['cache-control']).toBe('no-cache')
	expect(get('/assets/a.js')?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('a browser that has the page already is told so', () => {
	const etag = get('/free')?.headers.etag ?? ''
	expect(get('/free', { ifNoneMatch: etag })).toMatchObject({ status: 304, body: undefined })
	expect(get('/free', { ifNoneMatch: '"other"' })?.status).toBe(200)
})

test('compressed where the browser takes it, and only then', () => {
	const answer = get('/free', { acceptEncoding: 'gzip, deflate, br, zstd' })
	expect(answer?.headers['content-encoding']).toBe('br')
	expect(brotliDecompressSync(answer?.body ?? '').toString()).toContain('shop.example/free')
	expect(answer?.headers['content-length']).toBe(String(answer?.body?.length))
	expect(get('/free', { acceptEncoding: 'br;q=0, gzip' })?.headers['content-encoding']).toBe('gzip')
	expect(get('/free', { acceptEncoding: 'identity' })?.headers['content-encoding']).toBeUndefined()
})

test('a HEAD has the same headers and no body', () => {
	const answer = get('/free', { method: 'HEAD' })
	expect(answer?.body).toBeUndefined()
	expect(answer?.headers['content-length']).toBe(get('/free')?.headers['content-length'])
})

test.each([
	'/free/index.html',
	'/free/',
	'/secret.env',
	'/assets/a.js.map',
	'/../package.json',
	'/FREE',
	'/__proto__',
])('%s is no built file', (path) => {
	expect(get(path)).toBeUndefined()
})

test('nothing but reading is answered from memory', () => {
	expect(get('/free', { method: 'POST' })).toBeUndefined()
})
