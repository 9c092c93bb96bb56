import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import {
	type BuiltAnswer,
	type BuiltFile,
	buildFile,
	type CommonHeaders,
	type Encoding,
	isLazy,
	isPage,
	lazyFile,
	shrink,
} from '#server/platform/http/built-file.ts'
import { contentTypeOf } from '#server/platform/http/content-types.ts'
import { parseByteRange } from '#server/platform/http/ranges-and-conditions.ts'

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
	/** The path of every page that is shown now, except the 404 pages. */
	paths: ReadonlySet<string>
	/**
	 * Returns the response for a page or asset; undefined if there is none at that path. Only for the first request for an
	 * image or video, which is read from disk, or for an encoding, is the result a promise.
	 */
	answer(request: BuiltRequest): BuiltAnswer | undefined | Promise<BuiltAnswer | undefined>
	/** Replaces all rendered pages and files by these at once, by their paths. */
	show(rendered: ReadonlyMap<string, ShownFile>): Promise<void>
	/** The keys of the rendered pages and files that are shown, by their paths. */
	readonly shown: ReadonlyMap<string, string>
	/**
	 * Compresses the pages with a better ratio, one after another. This would take too long while the server starts.
	 */
	shrink(): Promise<void>
}

/** A rendered page or file. */
export interface ShownFile {
	/** The same as long as the text is. */
	key: string
	/** Undefined if the file with this key is shown already. */
	text: string | undefined
	/** Whether it says that there is nothing at its address, which is answered with 404. */
	isMissing?: boolean | undefined
}

interface LoadOptions {
	/** The web build's folder of assets. */
	folder: string
	/** The headers of every response. */
	commonHeaders: CommonHeaders
	/** Further origins whose pages the pages may frame. */
	frames?: readonly string[]
	/** Changes a page of the folder before it is served. */
	edit?: (page: string) => string
}

/**
 * Loads the web build into memory, so that no request for a page touches the disk. Images and videos are nine tenths of the bytes.
 * They are loaded on first use, because browsers request only one or two sizes and formats of each.
 */
export async function loadBuiltPages({
	folder,
	commonHeaders,
	frames,
	edit,
}: LoadOptions): Promise<BuiltPages> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const files = new Map<string, BuiltFile>()
	const paths = new Set(entries.map((entry) => join(entry.parentPath, entry.name)))
	await Promise.all(
		entries
			.filter((entry) => entry.isFile() && contentTypeOf(entry.name) !== undefined)
			.map(async (entry) => {
				const path = join(entry.parentPath, entry.name)
				const url = `/${relative(folder, path).split(sep).join('/')}`
				if (isLazy(url)) {
					files.set(url, await lazyFile(url, path, commonHeaders))
					return
				}
				// Of hundreds of small files, reading one after the other takes a quarter of the processor time.
				const raw = readFileSync(path)
				const identity = edit && isPage(url) ? Buffer.from(edit(raw.toString())) : raw
				const brotli = paths.has(`${path}.br`) ? readFileSync(`${path}.br`) : undefined
				files.set(addressOf(url), buildFile(addressOf(url), { identity, brotli }, commonHeaders, frames))
			}),
	)
	let shown: ReadonlyMap<string, string> = new Map()
	let pages = pathsOf(files)
	return {
		show: async (rendered) => {
			const changed = new Map<string, BuiltFile>()
			// One after another, so that requests are answered in between.
			for (const [path, { key, text, isMissing }] of rendered) {
				if (shown.get(path) === key) continue
				if (text === undefined) throw new Error(`${path} was not rendered`)
				const file = buildFile(path, { identity: Buffer.from(text), isMissing }, commonHeaders)
				changed.set(path, shown.size === 0 ? file : await shrink(file))
			}
			for (const path of shown.keys()) if (!rendered.has(path)) files.delete(path)
			for (const [path, file] of changed) files.set(path, file)
			shown = new Map([...rendered].map(([path, { key }]) => [path, key]))
			pages = pathsOf(files)
		},
		shrink: async () => {
			for (const path of shown.keys()) {
				const before = files.get(path)
				const small = before && (await shrink(before))
				// The page may have been rendered again in the meantime.
				if (small !== undefined && files.get(path) === before) files.set(path, small)
			}
		},
		get paths() {
			return pages
		},
		get shown() {
			return shown
		},
		answer: ({ method, path, acceptEncoding, ifNoneMatch, range, ifRange }) => {
			if (method !== 'GET' && method !== 'HEAD') return undefined
			const file = files.get(path)
			if (file === undefined) return undefined
			if (ifNoneMatch?.includes(file.etag)) return file.unchanged
			const part = range === undefined ? undefined : partOf(file, range, ifRange)
			const variant = file.variants[encodingFor(acceptEncoding)]
			const made = part?.answer ?? variant.kept
			const withoutBody = (answer: BuiltAnswer) => ({ ...answer, body: undefined })
			if (made === undefined) return method === 'HEAD' ? variant.load().then(withoutBody) : variant.load()
			const { lazy } = file
			if (lazy === undefined) return method === 'HEAD' ? withoutBody(made) : made
			const isBare = method === 'HEAD' || made.status === 416
			const withBody = (body: Buffer) =>
				isBare ? made : { ...made, body: body.subarray(part?.start, part?.end) }
			return lazy.kept === undefined
				? lazy.load().then((body) => body && withBody(body))
				: withBody(lazy.kept)
		},
	}
}

function pathsOf(files: ReadonlyMap<string, BuiltFile>): ReadonlySet<string> {
	const pages = [...files].filter(
		([path, { variants }]) => !path.includes('.') && variants.identity.kept?.status !== 404,
	)
	return new Set(pages.map(([path]) => path))
}

interface FilmPart {
	answer: BuiltAnswer
	/** The range in bytes; `end` is exclusive. */
	start?: number
	end?: number
}

/** Returns the requested range of a video; undefined if the whole file is to be sent. Some players need ranges. */
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

// Browsers send only a few different values of this header, so each is parsed once.
const knownHeaders = new Map<string, Encoding>()

/** Returns the best encoding that an `Accept-Encoding` header allows. */
export function encodingFor(header = ''): Encoding {
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
