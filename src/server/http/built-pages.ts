import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypeOf, isCompressible } from '#server/http/content-types.ts'
import { pagePolicy, securityHeaders } from '#server/http/security-headers.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'

/** One built file in memory, with its answer ready for every encoding it is sent in. */
interface BuiltFile {
	etag: string
	unchanged: BuiltAnswer
	variants: Record<Encoding, BuiltAnswer>
}

export interface BuiltAnswer {
	status: 200 | 304
	headers: Readonly<Record<string, string>>
	/** Undefined for a 304 and for `HEAD`. */
	body: Buffer | undefined
}

interface BuiltRequest {
	method: string
	/** As it came, without the query. */
	path: string
	acceptEncoding: string | undefined
	ifNoneMatch: string | undefined
}

export interface BuiltPages {
	/** The answer to a request for a built page or asset; undefined where there is none under that path. */
	answer(request: BuiltRequest): BuiltAnswer | undefined
}

interface LoadOptions {
	/** The web build's folder of pages and assets. */
	folder: string
	siteUrl: string
	/** Replaced in every page: what only the running shop knows. */
	placeholders: Readonly<Record<string, string>>
}

/** Reads the whole web build into memory, compressed, so that no request touches the disk. */
export async function loadBuiltPages({ folder, siteUrl, placeholders }: LoadOptions): Promise<BuiltPages> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = new Map<string, BuiltFile>()
	await Promise.all(
		entries
			.filter((entry) => entry.isFile() && contentTypeOf(entry.name) !== undefined)
			.map(async (entry) => {
				const path = join(entry.parentPath, entry.name)
				const url = `/${relative(folder, path).split(sep).join('/')}`
				const file = await buildFile(url, await readFile(path), { siteUrl, placeholders })
				for (const address of addressesOf(url)) files.set(address, file)
			}),
	)
	return {
		answer: ({ method, path, acceptEncoding, ifNoneMatch }) => {
			if (method !== 'GET' && method !== 'HEAD') return undefined
			const file = files.get(path)
			if (file === undefined) return undefined
			if (ifNoneMatch?.includes(file.etag)) return file.unchanged
			const variant = file.variants[encodingFor(acceptEncoding)]
			return method === 'HEAD' ? { ...variant, body: undefined } : variant
		},
	}
}

// Browsers send one of a handful of headers; each is read once.
const knownHeaders = new Map<string, Encoding>()

function encodingFor(header = ''): Encoding {
	const known = knownHeaders.get(header)
	if (known !== undefined) return known
	const encoding = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'identity'
	if (knownHeaders.size < 100) knownHeaders.set(header, encoding)
	return encoding
}

function accepts(header: string, encoding: Encoding): boolean {
	return new RegExp(`(^|[ ,])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header)
}

/** `/free/index.html` is the page `/free`; the page itself is not a second address. */
function addressesOf(url: string): string[] {
	if (!url.endsWith('/index.html')) return [url]
	return [url.slice(0, -'/index.html'.length) || '/']
}

async function buildFile(
	url: string,
	raw: Buffer,
	{ siteUrl, placeholders }: Omit<LoadOptions, 'folder'>,
): Promise<BuiltFile> {
	const contentType = contentTypeOf(url) ?? 'application/octet-stream'
	const isPage = contentType.startsWith('text/html')
	const filled = isPage || /\.(data|xml|txt|webmanifest)$/.test(url)
	const identity = filled ? Buffer.from(fill(raw.toString('utf8'), placeholders)) : raw
	const squeeze = isCompressible(contentType) && identity.length > 512
	// Quality 9 costs a fifth of 11 at start and gives nearly the same size.
	const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
	const [br, gz] = squeeze
		? await Promise.all([compressBrotli(identity, { params }), compressGzip(identity, { level: 8 })])
		: []
	// Weak: the same page in another encoding is other bytes under the same tag.
	const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
	const page = isPage ? identity.toString('utf8') : undefined
	const headers = headersOf(url, { contentType, etag, page, siteUrl })
	const variant = (body: Buffer, encoding?: Encoding): BuiltAnswer => ({
		status: 200,
		headers: {
			...headers,
			'content-length': String(body.length),
			...(encoding === undefined ? {} : { 'content-encoding': encoding }),
		},
		body,
	})
	const plain = variant(identity)
	return {
		etag,
		unchanged: { status: 304, headers, body: undefined },
		variants: {
			br: br === undefined ? plain : variant(br, 'br'),
			gzip: gz === undefined ? plain : variant(gz, 'gzip'),
			identity: plain,
		},
	}
}

interface HeaderOptions {
	contentType: string
	etag: string
	/** The page's text, for the hashes of its inline code; undefined for any other file. */
	page: string | undefined
	siteUrl: string
}

function headersOf(url: string, { contentType, etag, page, siteUrl }: HeaderOptions): Record<string, string> {
	return {
		...securityHeaders(siteUrl),
		'content-type': contentType,
		etag,
		vary: 'Accept-Encoding',
		// Names under /assets carry a hash of their content; everything else is asked about each time.
		'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
		...(page === undefined ? {} : { 'content-security-policy': pagePolicy(inlineSources(page)) }),
	}
}

/** Writes what only the running shop knows into a page. */
export function fill(text: string, placeholders: Readonly<Record<string, string>>): string {
	return Object.entries(placeholders).reduce((filled, [name, value]) => filled.replaceAll(name, value), text)
}

/** Hashes of a page's inline scripts and style elements, as the policy names them. */
export function inlineSources(page: string): { scripts: string[]; styles: string[] } {
	const hashes = (pattern: RegExp) => [
		...new Set(
			Array.from(
				page.matchAll(pattern),
				([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
			),
		),
	]
	return {
		// Scripts with `src` are covered by 'self'; data blocks such as structured data do not run, but a hash does no harm.
		scripts: hashes(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
		styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
	}
}
