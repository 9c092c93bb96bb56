import type { InspectedFile } from '#server/features/new-guides/inspected-file.ts'
import { wordsIn } from '#server/features/new-guides/words-in.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import { countPages } from '#server/shop/files/count-pages.ts'
import { guideFormats } from '#shared/admin/names.ts'
import { readEpub } from './read-epub.ts'
import { readDocx, readXlsx } from './read-office.ts'
import { openPacked, type Packed } from './unpack.ts'

type Format = (typeof guideFormats)[number]

/** What a customer's computer would run. */
const programs = /\.(?:exe|msi|bat|cmd|com|scr|ps1|vbs|js|jar|app|dmg|sh|lnk|docm|xlsm|pptm)$/i

/** Reads a file that is to become a guide. Throws `UnreadableFile` if it can't. */
export async function inspectFile(name: string, bytes: Uint8Array): Promise<InspectedFile> {
	const format = formatOf(name, bytes)
	if (format === 'PDF') return await inspectPdf(name, bytes)
	const packed = openPacked(bytes)
	if (format === 'ZIP') return await inspectZip(name, packed)
	const read = { EPUB: readEpub, DOCX: readDocx, XLSX: readXlsx }[format](packed)
	return {
		...read,
		format,
		words: read.sections
			.flatMap(({ title, blocks }) => [title, ...blocks.map(({ text }) => text)])
			.reduce((sum, text) => sum + wordsIn(text), 0),
		files: [{ name, format, bytes: bytes.length, pages: read.pageCount }],
		mainFile: name,
	}
}

async function inspectPdf(name: string, bytes: Uint8Array): Promise<InspectedFile> {
	// Loaded only when needed: it takes a second.
	const { readPdf } = await import('./read-pdf.ts')
	const { text, ...read } = await readPdf(bytes)
	const files = [{ name, format: 'PDF', bytes: bytes.length, pages: read.pageCount }]
	return { ...read, format: 'PDF', words: wordsIn(text), files, mainFile: name }
}

/** Reads a ZIP by its main document: the largest PDF in it or, without one, the largest of its other documents. */
async function inspectZip(name: string, packed: Packed): Promise<InspectedFile> {
	const entries = packed.entries.filter(({ name }) => !/(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)/.test(name))
	if (entries.length === 0) throw new UnreadableFile('There is nothing in it.')
	for (const { name } of entries) {
		if (programs.test(name))
			throw new UnreadableFile(`It has a program or a script: ${name.slice(0, 80)}. Take it out.`)
		if (/\.(?:zip|rar|7z|gz|tar|xz|bz2)$/i.test(name))
			throw new UnreadableFile(
				`It has another archive in it: ${name.slice(0, 80)}. Put its files straight into this one.`,
			)
	}
	const byBytes = entries.toSorted((a, b) => b.bytes - a.bytes)
	const main = ['pdf', 'epub', 'docx', 'xlsx'].flatMap((ending) =>
		byBytes.filter((entry) => entry.name.toLowerCase().endsWith(`.${ending}`)).slice(0, 1),
	)[0]
	const bytes = main && packed.unpack(main.name)
	const inner =
		main === undefined || bytes === undefined
			? undefined
			: await inspectFile(baseName(main.name), bytes).catch((error: unknown) => {
					if (!(error instanceof UnreadableFile)) throw error
					throw new UnreadableFile(`${baseName(main.name)}: ${error.message}`)
				})
	return {
		...(inner ?? empty),
		format: 'ZIP',
		mainFile: inner?.mainFile ?? name,
		files: entries
			.filter(({ bytes }) => bytes > 0)
			.map((entry) => ({
				name: baseName(entry.name),
				format: endingOf(entry.name),
				bytes: entry.bytes,
				pages: entry === main ? (inner?.pageCount ?? null) : pagesOf(entry.name, packed),
			})),
		faults: inner === undefined ? [] : inner.faults.map((fault) => `${inner.mainFile}: ${fault}`),
	}
}

const empty: Omit<InspectedFile, 'format' | 'mainFile' | 'files'> = {
	title: null,
	author: null,
	subject: null,
	pageCount: null,
	sections: [],
	words: 0,
	sheets: [],
	access: [],
	faults: [],
	pictures: [],
}

function pagesOf(name: string, packed: Packed): number | null {
	if (endingOf(name) !== 'PDF') return null
	const bytes = packed.unpack(name)
	return bytes === undefined ? null : countPages(bytes)
}

/** Returns the format of a file by its name. Throws unless its first bytes are of that format. */
function formatOf(name: string, bytes: Uint8Array): Format {
	const opening = Buffer.from(bytes.subarray(0, 5)).toString('latin1')
	const isPacked = opening.startsWith('PK\u0003\u0004')
	const ending = endingOf(name)
	if (bytes.length === 0) throw new UnreadableFile('The file is empty.')
	if (ending === 'PDF' && opening === '%PDF-') return 'PDF'
	for (const format of ['EPUB', 'DOCX', 'XLSX', 'ZIP'] as const)
		if (ending === format && isPacked) return format
	if (['EPUB', 'DOCX', 'XLSX', 'ZIP'].includes(ending) && opening.startsWith('\xd0\xcf\x11\xe0'))
		throw new UnreadableFile('It has a password, or is of an old format. Save it without one.')
	throw new UnreadableFile(
		guideFormats.some((format) => format === ending)
			? `That isn’t a ${ending} file, although its name says so.`
			: 'That is none of PDF, EPUB, DOCX, XLSX and ZIP.',
	)
}

function endingOf(name: string): string {
	return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toUpperCase() ?? ''
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1)
}
