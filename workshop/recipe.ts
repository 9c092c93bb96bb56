import type { PlannerData } from './budget-planner/planner-data.ts'
import type { WordDocument } from './cv-secrets/documents/document.ts'

/** How `npm run catalogue` makes a product's files. `typst` is the name of a source in the product's folder. */
export interface Recipe {
	/** The PDF whose chapters and number of pages the product's page shows. */
	main: string
	/**
	 * The delivered files, in the order in which to open them. The archive has the same order. If the first file has the
	 * product's `pdfFileName`, it must be the only one, and is stored without an archive.
	 */
	files: readonly FileRecipe[]
	/** Files stored beside the archive, each under a name of its own: other editions of the guide, and archives of extras. */
	furtherFiles: readonly FurtherFileRecipe[]
	/** A chapter that anyone can read on the product's page. `file` is the PDF whose page numbers the page shows. */
	chapter?: { file: string; title: string }
	/** Further documents that pictures of the gallery are drawn from. `printOf` names a spreadsheet among the files. */
	shown?: readonly ({ name: string; typst: string } | { name: string; printOf: string })[]
}

export type FileRecipe =
	| { name: string; typst: string; medium?: PageMedium }
	| { word: WordDocument }
	/** A Word document saved as a PDF by LibreOffice, under the document's name. */
	| { printed: WordDocument }
	| { planner: PlannerData }
	/** A file of the product's folder, as it is. */
	| { name: string; copyOf: string }
	/** A PDF with fields to fill in, made from a Typst source with the parts of `design/fields.typ`. */
	| { name: string; form: string }

/** `reading` and `epub` name a Typst source. The file made from it is compared with the PDF that `files` makes from the same source. */
export type FurtherFileRecipe =
	| FileRecipe
	| { name: string; reading: string }
	| { name: string; epub: string }
	| { name: string; archive: readonly FileRecipe[] }

/** `a4` (the default) is made to be printed, `phone` has a page as wide as a phone. */
export type PageMedium = 'a4' | 'phone'
