import type { PlannerData } from './budget-planner/planner-data.ts'
import type { WordDocument } from './cv-secrets/documents/document.ts'

/** How `npm run catalogue` makes a product's files. `typst` is the name of a source in the product's folder. */
export interface Recipe {
	/** The PDF whose chapters and number of pages the product's page shows. */
	main: string
	/**
	 * The delivered files, in the order of the archive. A single file with the name of the stored file is stored without an
	 * archive.
	 */
	files: readonly FileRecipe[]
	/** A chapter that everybody may read on the product's page: the name of a PDF among the files and the chapter's title. */
	chapter?: { file: string; title: string }
	/** Further documents that pictures of the gallery are drawn from. `printOf` names a spreadsheet among the files. */
	shown?: readonly ({ name: string; typst: string } | { name: string; printOf: string })[]
}

export type FileRecipe = { name: string; typst: string } | { word: WordDocument } | { planner: PlannerData }
