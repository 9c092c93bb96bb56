/** The text of a guide for the page at `/read/<slug>`, as its reading edition contains it in JSON. */
export interface ReadingEdition {
	slug: string
	title: string
	/** Its date, ISO. */
	edition: string
	/** Their HTML consists of the elements and classes of `toHtml` (`scripts/catalogue/guide-text.ts`). Links between them lead to `#<id>`. */
	chapters: { id: string; title: string; html: string }[]
}

/** Returns the name of a guide's reading edition in the bucket `pdfs`, from that of its main file. */
export function readingFileOf(pdfFileName: string): string {
	return pdfFileName.replace(/\.\w+$/, '-read.json')
}
