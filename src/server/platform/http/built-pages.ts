import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypeOf, isCompressible, isMedia, isPicture } from '#server/platform/http/content-types.ts'
import { finishPage, type PageFilling } from '#server/platform/http/finish-page.ts'
import { type LazyBody, lazyBody } from '#server/platform/http/lazy-body.ts'
import { parseByteRange } from '#server/platform/http/ranges-and-conditions.ts'
import { pagePolicy } from '#server/platform/http/security-headers.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** In bytes. The home page and those of the products are longer. */
const longPage = 60_000

type Encoding = 'br' | 'gzip' | 'identity'

/** A built file, with a response ready for each encoding. */
interface BuiltFile {
	etag: string
	unchanged: BuiltAnswer
	variants: Record<Encoding, BuiltAnswer>
	/** The body of an image or video; undefined if the variants contain theirs. */
	lazy: LazyBody | undefined
}

export interface BuiltAnswer {
	status: 200 | 206 | 304 | 404 | 416
	headers: Readonly<Record<string, string>>
	/** Undefined for a 304, a 416 and for `HEAD`. */
	body: Buffer | undefined
}

interface BuiltRequest {
	method: string
	/** The path as received, without the query. */
	path: string
	acceptEncoding: string | undefined
	ifNoneMatch: string | undefined
	/** The headers `Range` and `If-Range`, which apply to videos only. */
	range: string | undefined
	ifRange: string | undefined
}

export interface BuiltPages {
	/** The path of every built page except the 404 pages. */
	paths: readonly string[]
	/**
	 * Returns the response for a built page or asset; undefined if there is none at that path. It is synchronous except for the
	 * first request for an image or video, which is read from disk.
	 */
	answer(request: BuiltRequest): BuiltAnswer | undefined | Promise<BuiltAnswer | undefined>
	/** Fills every page again, and replaces all of them at once. */
	refill(filling: Omit<PageFilling, 'placeholders'>): Promise<void>
}

type CommonHeaders = Readonly<Record<string, string>>

interface LoadOptions extends PageFilling {
	/** The web build's folder of pages and assets. */
	folder: string
	/** Headers of every response. */
	commonHeaders: CommonHeaders
}

/**
 * Loads the web build into memory, compressed, so that no request for a page touches the disk. Images and videos, which are nine
 * tenths of the bytes, are loaded on first use: of each, browsers request only one or two sizes and formats.
 */
export async function loadBuiltPages({ folder, ...options }: LoadOptions): Promise<BuiltPages> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = new Map<string, BuiltFile>()
	/** The pages as they were built, to be filled again. */
	const pages = new Map<string, Buffer>()
	const paths = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
	await Promise.all(
		entries
			.filter((entry) => entry.isFile() && contentTypeOf(entry.name) !== undefined)
			.map(async (entry) => {
				const path = join(entry.parentPath, entry.name)
				const url = `/${relative(folder, path).split(sep).join('/')}`
				if (isLazy(url)) {
					files.set(url, await lazyFile(url, path, options.commonHeaders))
					return
				}
				const raw = await readFile(path)
				if (isPage(url)) pages.set(url, raw)
				const brotli = paths.has(`${path}.br`) ? await readFile(`${path}.br`) : undefined
				files.set(addressOf(url), await buildFile(url, { raw, brotli }, options))
			}),
	)
	return {
		refill: async (filling) => {
			const filled = new Map<string, BuiltFile>()
			// One after another, so that requests are answered in between.
			for (const [url, raw] of pages) {
				const before = files.get(addressOf(url))
				const file = { raw, brotli: undefined, before }
				filled.set(addressOf(url), await buildFile(url, file, { ...options, ...filling }))
			}
			for (const [address, file] of filled) files.set(address, file)
		},
		paths: [...files.keys()].filter((path) => !path.includes('.') && !path.endsWith('/404')),
		answer: ({ method, path, acceptEncoding, ifNoneMatch, range, ifRange }) => {
			if (method !== 'GET' && method !== 'HEAD') return undefined
			const file = files.get(path)
			if (file === undefined) return undefined
			if (ifNoneMatch?.includes(file.etag)) return file.unchanged
			const part = range === undefined ? undefined : partOf(file, range, ifRange)
			const { answer, start, end } = part ?? { answer: file.variants[encodingFor(acceptEncoding)] }
			const { lazy } = file
			if (lazy === undefined) return method === 'HEAD' ? { ...answer, body: undefined } : answer
			const isBare = method === 'HEAD' || answer.status === 416
			const withBody = (body: Buffer) => (isBare ? answer : { ...answer, body: body.subarray(start, end) })
			return lazy.kept === undefined
				? lazy.load().then((body) => body && withBody(body))
				: withBody(lazy.kept)
		},
	}
}

interface FilmPart {
	answer: BuiltAnswer
	/** The range in bytes; `end` is exclusive. */
	start?: number
	end?: number
}

/** Returns the requested range of a video; undefined if the whole file is to be sent. Some players require ranges. */
function partOf({ lazy, etag, unchanged }: BuiltFile, range: string, ifRange: string | undefined) {
	if (!lazy?.isFilm || (ifRange !== undefined && ifRange !== etag)) return undefined
	const part = parseByteRange(range, lazy.bytes)
	if (part === undefined) return undefined
	const answer = (status: 206 | 416, contentRange: string, bytes: number): BuiltAnswer => ({
		status,
		headers: {
			...unchanged.headers,
			'content-range': `bytes ${contentRange}/${lazy.bytes}`,
			'content-length': String(bytes),
		},
		body: undefined,
	})
	if (part === 'unsatisfiable') return { answer: answer(416, '*', 0) } satisfies FilmPart
	const { start, end } = part
	return { answer: answer(206, `${start}-${end}`, end + 1 - start), start, end: end + 1 } satisfies FilmPart
}

// Browsers send only a few different headers, so each is parsed once.
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

/** Turns `/free/index.html` into `/free`, which is the page's only address. */
function addressOf(url: string): string {
	if (!url.endsWith('/index.html')) return url
	return url.slice(0, -'/index.html'.length) || '/'
}

function isPage(url: string): boolean {
	return contentTypeOf(url)?.startsWith('text/html') === true
}

/** Says whether a file is loaded on first use: images and videos with a hash in their name. */
function isLazy(url: string): boolean {
	const contentType = contentTypeOf(url) ?? ''
	return url.startsWith('/assets/') && (isPicture(contentType) || isMedia(contentType))
}

async function lazyFile(url: string, path: string, commonHeaders: CommonHeaders): Promise<BuiltFile> {
	const contentType = contentTypeOf(url) ?? 'application/octet-stream'
	const { size } = await stat(path)
	// The name contains a hash of the content, and these files are never compressed.
	const etag = `"${createHash('sha256').update(`${url} ${size}`).digest('base64url').slice(0, 22)}"`
	const headers = headersOf(url, { contentType, etag, page: undefined, commonHeaders })
	const answer: BuiltAnswer = {
		status: 200,
		headers: { ...headers, 'content-length': String(size) },
		body: undefined,
	}
	return {
		etag,
		unchanged: { status: 304, headers, body: undefined },
		variants: { br: answer, gzip: answer, identity: answer },
		lazy: lazyBody(path, { bytes: size, isFilm: isMedia(contentType) }),
	}
}

interface FileParts {
	raw: Buffer
	/** Its compressed copy, if the build made one. */
	brotli: Buffer | undefined
	/** As it was filled before. */
	before?: BuiltFile | undefined
}

async function buildFile(
	url: string,
	{ raw, brotli, before }: FileParts,
	{ commonHeaders, ...filling }: Omit<LoadOptions, 'folder'>,
): Promise<BuiltFile> {
	const contentType = contentTypeOf(url) ?? 'application/octet-stream'
	const filled = isPage(url) || /\.(data|xml|txt|webmanifest)$/.test(url)
	const text = filled ? raw.toString('utf8') : undefined
	const identity = text === undefined ? raw : Buffer.from(finish(text))
	function finish(text: string): string {
		return isPage(url) ? finishPage(text, filling) : fill(text, filling.placeholders)
	}
	// Weak, because the same file has different bytes in another encoding.
	const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
	// Compressing takes most of the time, and a new review changes one page of many.
	if (before?.etag === etag) return before
	const squeeze = isCompressible(contentType) && identity.length > 512
	// Quality 9 takes a twentieth of the time of 11 and is 9 % larger, which matters for long pages: they should fit into the ten packets
	// of a first answer. With a wider window, the encoder fills 32 MB of tables for each page instead of one, and gains nothing.
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: identity.length > longPage ? 11 : 9,
		[constants.BROTLI_PARAM_LGWIN]: identity.length > longPage ? 17 : 16,
		[constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
	}
	const [br, gz] = squeeze
		? await Promise.all([
				filled || brotli === undefined ? compressBrotli(identity, { params }) : brotli,
				compressGzip(identity, { level: 8 }),
			])
		: []
	const page = isPage(url) ? identity.toString('utf8') : undefined
	const headers = headersOf(url, { contentType, etag, page, commonHeaders })
	const variant = (body: Buffer, encoding?: Encoding): BuiltAnswer => ({
		status: url.endsWith('/404/index.html') ? 404 : 200,
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
		lazy: undefined,
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
	commonHeaders: CommonHeaders
}

function headersOf(
	url: string,
	{ contentType, etag, page, commonHeaders }: HeaderOptions,
): Record<string, string> {
	return {
		...commonHeaders,
		'content-type': contentType,
		etag,
		vary: 'Accept-Encoding',
		...(isMedia(contentType) ? { 'accept-ranges': 'bytes' } : {}),
		// Names under /assets contain a hash of the content; everything else is revalidated each time.
		'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
		...(page === undefined ? {} : { 'content-security-policy': pagePolicy(inlineSources(page)) }),
	}
}

/** Replaces the placeholders in a file that is not a page. */
export function fill(text: string, placeholders: Readonly<Record<string, string>>): string {
	return Object.entries(placeholders).reduce((filled, [name, value]) => filled.replaceAll(name, value), text)
}

/** Returns the hashes of a page's inline scripts and styles for its content security policy. */
function inlineSources(page: string): { scripts: string[]; styles: string[] } {
	const hashes = (pattern: RegExp) => [
		...new Set(
			Array.from(
				page.matchAll(pattern),
				([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
			),
		),
	]
	return {
		// Scripts with `src` are covered by 'self'. Data blocks such as structured data do not run, but their hash does no harm.
		scripts: hashes(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
		styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
	}
}
