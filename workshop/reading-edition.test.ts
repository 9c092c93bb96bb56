import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/index.ts'
import type { Product } from '../src/shared/catalogue-schema.ts'
import { unpackArchive } from './archive.ts'
import { readChapters } from './guide-text.ts'
import { buildEpub, buildReading } from './reading-edition.ts'
import type { Recipe } from './recipe.ts'

const released = catalogue.filter(({ comingSoon }) => !comingSoon)

describe.each(released)('the reading edition and the EPUB of $shortTitle', async (product) => {
	const { source, pdf } = await printedGuide(product)
	const stored = (ending: string) => storedFile(product, ending)
	const ofReading = product.previewContent.furtherFiles.filter(({ format }) => format === 'JSON')

	it('match the delivered PDF word for word, and were built from the current source', async () => {
		// Throws if a chapter differs.
		const chapters = await readChapters(source, pdf)
		const [reading, epub] = [await stored('json'), await stored('epub')]
		expect(Buffer.from(buildReading(product, chapters)).equals(reading.bytes)).toBe(true)
		expect(Buffer.from(buildEpub(product, chapters, source)).equals(epub.bytes)).toBe(true)
		expect(ofReading.map(({ name }) => name)).toEqual([reading.name])
	})

	it('the reading edition has the date of the edition, an address for each chapter, and no broken links within it', async () => {
		const { bytes } = await stored('json')
		const {
			chapters,
			edition,
		}: { chapters: { id: string; title: string; html: string }[]; edition: string } = JSON.parse(
			new TextDecoder().decode(bytes),
		)
		expect(edition).toBe(product.edition?.date)
		expect(new Set(chapters.map(({ id }) => id)).size).toBe(chapters.length)
		const targets = chapters.flatMap(({ html }) => [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id))
		const sections = chapters.flatMap(({ html }) =>
			[...html.matchAll(/<h3 id="([^"]*)"/g)].map(([, id]) => id),
		)
		const places = new Set([...chapters.map(({ id }) => id), ...sections])
		expect(targets.filter((target) => !places.has(target))).toEqual([])
	})

	it('the EPUB starts with an uncompressed `mimetype`, and lists every file once', async () => {
		const { bytes } = await stored('epub')
		expect(new TextDecoder().decode(bytes.subarray(30, 58))).toBe('mimetypeapplication/epub+zip')
		const files = unpackArchive(bytes)
		const book = new TextDecoder().decode(files.find(({ name }) => name === 'EPUB/book.opf')?.bytes)
		const listed = [...book.matchAll(/<item [^>]*href="([^"]+)"/g)].map(([, href]) => `EPUB/${href}`)
		const present = files.map(({ name }) => name).filter((name) => name.startsWith('EPUB/'))
		expect([...listed, 'EPUB/book.opf'].sort()).toEqual(present.sort())
	})
})

it.each(released.filter(({ pdfFileName }) => pdfFileName?.endsWith('.zip')))(
	'the archive of $shortTitle starts with a note on what to open first, the licence, the edition and updates',
	async (product) => {
		const [note, first, ...others] = unpackArchive((await storedFile(product, 'zip')).bytes)
		const text = new TextDecoder().decode(note?.bytes)
		expect(note?.name).toBe('README.txt')
		expect(text).toContain(`OPEN FIRST\r\n${first?.name}\r\n`)
		for (const { name } of others) expect(text).toContain(`- ${name}\r\n`)
		expect(text).toContain('WHAT YOU MAY DO WITH IT')
		expect(text).toContain('Your guides')
		expect(text).toContain(new Date(product.edition?.date ?? '').getUTCFullYear().toString())
	},
)

/** Returns the source of the guide that the reading edition is made from, and its PDF as delivered. */
async function printedGuide(product: Product): Promise<{ source: string; pdf: Uint8Array }> {
	const { recipe }: { recipe: Recipe } = await import(`./${product.slug}/recipe.ts`)
	const typst = recipe.furtherFiles.flatMap((file) => ('reading' in file ? [file.reading] : []))[0]
	const printed = recipe.files.find((file) => 'typst' in file && file.typst === typst)
	if (printed === undefined || !('name' in printed)) throw new Error(`${product.slug} has no reading edition`)
	const main = await storedFile(product, product.pdfFileName?.split('.').pop() ?? '')
	const pdf = main.name.endsWith('.zip')
		? unpackArchive(main.bytes).find(({ name }) => name === printed.name)?.bytes
		: main.bytes
	if (pdf === undefined) throw new Error(`${main.name} does not contain ${printed.name}`)
	return { source: `workshop/${product.slug}/${typst}`, pdf }
}

async function storedFile({ pdfFileName, previewContent }: Product, ending: string) {
	const names = [pdfFileName ?? '', ...previewContent.furtherFiles.map(({ name }) => name)]
	const name = names.find((candidate) => candidate.endsWith(`.${ending}`))
	if (name === undefined) throw new Error(`${pdfFileName} has no ${ending}`)
	return { name, bytes: new Uint8Array(await readFile(new URL(`../goods/${name}`, import.meta.url))) }
}
