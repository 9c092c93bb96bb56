import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypeOf, isCompressible, isMedia, isPicture } from '#server/platform/http/content-types.ts'
import { type LazyBody, lazyBody } from '#server/platform/http/lazy-body.ts'
import { pagePolicy } from '#server/platform/http/security-headers.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The size in bytes above which a page counts as long. Only the home page and the products' pages are larger. */
const longPage = 60_000
/** The size in bytes above which compressing a page again would take seconds: a list of hundreds of products. */
const hugePage = 150_000

export type Encoding = 'br' | 'gzip' | 'identity'

/** A built file, with a response for each encoding. */
export interface BuiltFile {
	etag: string
	unchanged: BuiltAnswer
	variants: Record<Encoding, Variant>
	/** The body of an image or video. Undefined for any other file, because its variants contain the body. */
	lazy: LazyBody | undefined
}

/** The response in an encoding. If it has to be compressed first, that is done on first use. */
interface Variant {
	/** Undefined until it is compressed. */
	kept: BuiltAnswer | undefined
	/** Compresses it once, however many requests are waiting. */
	load(): Promise<BuiltAnswer>
}

export interface BuiltAnswer {
	status: 200 | 206 | 304 | 404 | 416
	headers: Readonly<Record<string, string>>
	/** Undefined for a 304, a 416 and for `HEAD`. */
	body: Buffer | undefined
}

/** The headers of every response. */
export type CommonHeaders = Readonly<Record<string, string>>

/** Returns the type of a file, or of a page, whose address has no extension. */
function typeOf(address: string): string {
	return (
		contentTypeOf(address) ??
		(address.includes('.') ? 'application/octet-stream' : 'text/html; charset=utf-8')
	)
}

/** Says whether an address is that of a page. */
export function isPage(address: string): boolean {
	return typeOf(address).startsWith('text/html')
}

/** Says whether a file is loaded on first use: images and videos with a hash in their name. */
export function isLazy(url: string): boolean {
	const contentType = contentTypeOf(url) ?? ''
	return url.startsWith('/assets/') && (isPicture(contentType) || isMedia(contentType))
}

/** Prepares the responses for an image or video without reading it. */
export async function lazyFile(url: string, path: string, commonHeaders: CommonHeaders): Promise<BuiltFile> {
	const contentType = contentTypeOf(url) ?? 'application/octet-stream'
	const { size } = await stat(path)
	// Name and size are enough for a strong tag: the name contains a hash of the content, and these files are never compressed.
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
		variants: { br: ready(answer), gzip: ready(answer), identity: ready(answer) },
		lazy: lazyBody(path, { bytes: size, isFilm: isMedia(contentType) }),
	}
}

function ready(answer: BuiltAnswer): Variant {
	return { kept: answer, load: async () => answer }
}

function compressed(compress: () => Promise<BuiltAnswer>): Variant {
	let loading: Promise<BuiltAnswer> | undefined
	const variant: Variant = {
		kept: undefined,
		load: async () => {
			loading ??= compress()
			variant.kept = await loading
			return variant.kept
		},
	}
	return variant
}

interface FileParts {
	identity: Buffer
	/** The compressed copy of the file, if the build made one. */
	brotli?: Buffer | undefined
	/** Whether it is answered with 404. Pages for unknown addresses always are. */
	isMissing?: boolean | undefined
}

/**
 * Prepares the responses for a file that is kept in memory. Whoever asks first for a compressed one waits until it is compressed
 * quickly. Later, `shrink` compresses pages again with a better ratio.
 */
export function buildFile(
	address: string,
	{ identity, brotli, isMissing = /\/404(\.data)?$/.test(address) }: FileParts,
	commonHeaders: CommonHeaders,
	frames?: readonly string[],
): BuiltFile {
	const contentType = typeOf(address)
	// The tag is weak, because the file has different bytes in each encoding.
	const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
	const page = isPage(address) ? identity.toString('utf8') : undefined
	const headers = headersOf(address, { contentType, etag, page, commonHeaders, frames })
	const answer = (body: Buffer, encoding?: Encoding): BuiltAnswer => ({
		status: isMissing ? 404 : 200,
		headers: {
			...headers,
			'content-length': String(body.length),
			...(encoding === undefined ? {} : { 'content-encoding': encoding }),
		},
		body,
	})
	const plain = ready(answer(identity))
	const quality = address.startsWith('/assets/') ? 11 : 4
	const squeezed =
		brotli === undefined
			? compressed(async () => answer(await brotliOf(identity, quality), 'br'))
			: ready(answer(brotli, 'br'))
	const isSqueezed = isCompressible(contentType) && identity.length > 512
	return {
		etag,
		lazy: undefined,
		unchanged: { status: 304, headers, body: undefined },
		variants: {
			br: isSqueezed ? squeezed : plain,
			gzip: isSqueezed ? compressed(async () => answer(await compressGzip(identity), 'gzip')) : plain,
			identity: plain,
		},
	}
}

/** Compresses a file with a better ratio. */
export async function shrink(file: BuiltFile): Promise<BuiltFile> {
	const { br, identity } = file.variants
	const plain = identity.kept
	if (br === identity || plain?.body === undefined) return file
	if (plain.body.length > hugePage) {
		await br.load()
		return file
	}
	// Quality 9 takes a twentieth of the time of quality 11, and its output is 9 % larger. The size matters only for long pages.
	// They should fit into the ten packets that a server sends before it waits for the client.
	const body = await brotliOf(plain.body, plain.body.length > longPage ? 11 : 9)
	const headers = { ...plain.headers, 'content-length': String(body.length), 'content-encoding': 'br' }
	return { ...file, variants: { ...file.variants, br: ready({ ...plain, headers, body }) } }
}

async function brotliOf(identity: Buffer, quality: number): Promise<Buffer> {
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: quality,
		// With a wider window, the encoder would fill 32 MB of tables for each page instead of 1 MB, and gain nothing.
		[constants.BROTLI_PARAM_LGWIN]: identity.length > longPage ? 17 : 16,
		[constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
		// The smallest blocks compress a page best.
		[constants.BROTLI_PARAM_LGBLOCK]: 16,
	}
	return await compressBrotli(identity, { params })
}

interface HeaderOptions {
	contentType: string
	etag: string
	/** The text of a page, whose inline code is hashed; undefined for any other file. */
	page: string | undefined
	commonHeaders: CommonHeaders
	/** Further origins whose pages the page may frame. */
	frames?: readonly string[] | undefined
}

function headersOf(
	url: string,
	{ contentType, etag, page, commonHeaders, frames = [] }: HeaderOptions,
): Record<string, string> {
	return {
		...commonHeaders,
		'content-type': contentType,
		etag,
		vary: 'Accept-Encoding',
		...(isMedia(contentType) ? { 'accept-ranges': 'bytes' } : {}),
		// Without it, the router in the browser would take the data of an unknown page for a failure.
		...(url.endsWith('.data') ? { 'x-remix-response': 'yes' } : {}),
		// Names under /assets contain a hash of the content; everything else is revalidated each time.
		'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
		...(page === undefined
			? {}
			: { 'content-security-policy': pagePolicy({ ...inlineSources(page), frames }) }),
	}
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
