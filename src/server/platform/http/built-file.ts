import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypeOf, isCompressible, isMedia, isPicture } from '#server/platform/http/content-types.ts'
import { finishPage, type PageFilling } from '#server/platform/http/finish-page.ts'
import { type LazyBody, lazyBody } from '#server/platform/http/lazy-body.ts'
import { pagePolicy } from '#server/platform/http/security-headers.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The size in bytes above which a page counts as long. Only the home page and the products' pages are larger. */
const longPage = 60_000

export type Encoding = 'br' | 'gzip' | 'identity'

/** A built file, with a response ready for each encoding. */
export interface BuiltFile {
	etag: string
	unchanged: BuiltAnswer
	variants: Record<Encoding, BuiltAnswer>
	/** The body of an image or video. Undefined for any other file, because its variants contain the body. */
	lazy: LazyBody | undefined
}

export interface BuiltAnswer {
	status: 200 | 206 | 304 | 404 | 416
	headers: Readonly<Record<string, string>>
	/** Undefined for a 304, a 416 and for `HEAD`. */
	body: Buffer | undefined
}

type CommonHeaders = Readonly<Record<string, string>>

export interface FileOptions extends PageFilling {
	/** The headers of every response. */
	commonHeaders: CommonHeaders
}

/** Says whether a file is a page. */
export function isPage(url: string): boolean {
	return contentTypeOf(url)?.startsWith('text/html') === true
}

/** Says whether the server fills in placeholders in a file. */
export function isFilled(url: string): boolean {
	return isPage(url) || /\.(data|xml|txt|webmanifest)$/.test(url)
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
		variants: { br: answer, gzip: answer, identity: answer },
		lazy: lazyBody(path, { bytes: size, isFilm: isMedia(contentType) }),
	}
}

interface FileParts {
	raw: Buffer
	/** The compressed copy of the file, if the build made one. */
	brotli: Buffer | undefined
	/** The same file as it was filled last time. */
	before?: BuiltFile | undefined
}

/**
 * Prepares the responses for a file that is kept in memory from the start. A file whose placeholders the server fills in is
 * compressed quickly here. Later, `shrink` compresses it again with a better ratio.
 */
export async function buildFile(
	url: string,
	{ raw, brotli, before }: FileParts,
	{ commonHeaders, ...filling }: FileOptions,
): Promise<BuiltFile> {
	const contentType = contentTypeOf(url) ?? 'application/octet-stream'
	const filled = isFilled(url)
	const text = filled ? raw.toString('utf8') : undefined
	const identity = text === undefined ? raw : Buffer.from(finish(text))
	function finish(text: string): string {
		return isPage(url) ? finishPage(text, filling) : fill(text, filling.placeholders)
	}
	// The tag is weak, because the file has different bytes in each encoding.
	const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
	// An unchanged page is not compressed again: compressing takes most of the time, and a new review changes only one page of
	// many.
	if (before?.etag === etag) return before
	const squeeze = isCompressible(contentType) && identity.length > 512
	const [br, gz] = squeeze
		? await Promise.all([
				filled ? brotliOf(identity, 4) : (brotli ?? brotliOf(identity, 11)),
				compressGzip(identity),
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

/** Compresses a file again, with a better ratio. */
export async function shrink(file: BuiltFile): Promise<BuiltFile> {
	const { br, identity } = file.variants
	if (br === identity || identity.body === undefined) return file
	// Quality 9 takes a twentieth of the time of quality 11, and its output is 9 % larger. The size matters only for long pages.
	// They should fit into the ten packets that a server sends before it waits for the client.
	const body = await brotliOf(identity.body, identity.body.length > longPage ? 11 : 9)
	const headers = { ...br.headers, 'content-length': String(body.length) }
	return { ...file, variants: { ...file.variants, br: { ...br, headers, body } } }
}

async function brotliOf(identity: Buffer, quality: number): Promise<Buffer> {
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: quality,
		// With a wider window, the encoder would fill 32 MB of tables for each page instead of 1 MB, and gain nothing.
		[constants.BROTLI_PARAM_LGWIN]: identity.length > longPage ? 17 : 16,
		[constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
	}
	return await compressBrotli(identity, { params })
}

interface HeaderOptions {
	contentType: string
	etag: string
	/** The text of a page, whose inline code is hashed; undefined for any other file. */
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
