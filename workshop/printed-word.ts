import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { rootDir } from '../scripts/setup/run.mjs'
import type { DeliveredFile } from './built-data.ts'
import type { WordDocument } from './cv-secrets/documents/document.ts'
import { exampleAfter } from './cv-secrets/documents/example-after.ts'
import { extractors } from './extractors.ts'
import { markLines } from './mend-tags.ts'
import { printWord } from './office.ts'
import { sha256 } from './planner/recalculated.ts'
import { buildTwoColumnCv } from './two-column-cv.ts'
import { buildWordFile } from './word.ts'
import { writeChanged } from './write-file.ts'

/**
 * LibreOffice writes different bytes on each machine, so its PDFs are kept. Each is kept with the checksum of its Word file, and
 * made again only if that checksum changes.
 */
const folder = 'workshop/cv-secrets/printed'
const sourcesPlace = `${folder}/sources.json`
const extractsPlace = 'workshop/cv-secrets/extracts.json'

/** Checksums of Word files, by the name of the PDF made from each. */
export const sourcesSchema = z.record(z.string(), z.hash('sha256'))

/** The lines that each program reads in two CVs with the same facts. The guide shows them. */
export const extractsSchema = z.strictObject({
	oneColumn: z.record(z.string(), z.array(z.string())),
	twoColumns: z.record(z.string(), z.array(z.string())),
})

/** Returns the PDF of a Word document, under the document's name. */
export async function printedWord(document: WordDocument, editionDate: string): Promise<DeliveredFile> {
	const name = pdfName(document)
	const printed = await keepPrinted(name, await buildWordFile(document, editionDate))
	return { name, bytes: await markLines(printed) }
}

function pdfName({ fileName }: WordDocument): string {
	return fileName.replace(/\.docx$/, '.pdf')
}

/** Writes what the programs read in the two CVs that the guide compares. */
export async function keepExtracts(editionDate: string): Promise<void> {
	const extracts = {
		oneColumn: await extractsOf(pdfName(exampleAfter), await buildWordFile(exampleAfter, editionDate)),
		twoColumns: await extractsOf('two-columns.pdf', await buildTwoColumnCv(editionDate)),
	}
	await writeChanged(extractsPlace, `${JSON.stringify(extracts, null, '\t')}\n`)
}

async function extractsOf(pdfName: string, word: Uint8Array) {
	return readWith({ docx: word, pdf: await keepPrinted(pdfName, word) })
}

/** Returns the lines that each program reads in a CV, without empty ones. */
export async function readWith(files: {
	docx: Uint8Array
	pdf: Uint8Array
}): Promise<Record<string, string[]>> {
	const lines: Record<string, string[]> = {}
	for (const { name, reads, extract } of extractors) {
		const text = await extract(files[reads])
		lines[name] = text
			.split(/\r?\n/)
			.map((line) => line.replace(/\s+/g, ' ').trim())
			.filter((line) => line !== '')
	}
	return lines
}

async function keepPrinted(name: string, word: Uint8Array): Promise<Uint8Array> {
	const sources = await readSources()
	const of = sha256(word)
	const kept = await readFile(join(rootDir, folder, name)).catch(() => undefined)
	if (kept !== undefined && sources[name] === of) return new Uint8Array(kept)
	const printed = await printWord(word)
	if (printed === undefined) {
		if (kept === undefined) throw new Error(`${folder}/${name} can only be made with LibreOffice (soffice)`)
		console.log(`kept     ${folder}/${name}: printing needs LibreOffice (soffice)`)
		return new Uint8Array(kept)
	}
	await writeChanged(`${folder}/${name}`, printed)
	const sorted = Object.entries({ ...sources, [name]: of }).sort(([a], [b]) => (a < b ? -1 : 1))
	await writeChanged(sourcesPlace, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`)
	return printed
}

async function readSources(): Promise<z.infer<typeof sourcesSchema>> {
	const stored = await readFile(join(rootDir, sourcesPlace), 'utf8').catch(() => '{}')
	return sourcesSchema.parse(JSON.parse(stored))
}
