import { gallery as plannerGallery } from '#catalogue/budget-planner/gallery.ts'
import { emptyPlanner, examplePlanner } from '#catalogue/budget-planner/planner-data.ts'
import { cvDocuments } from '#catalogue/cv-secrets/documents/cv-documents.ts'
import { gallery as cvGallery } from '#catalogue/cv-secrets/gallery.ts'
import type { CataloguedPicture } from '#catalogue/picture.ts'
import { gallery as blueprintGallery } from '#catalogue/startup-blueprint/gallery.ts'
import { gallery as guideGallery } from '#catalogue/student-guide/gallery.ts'
import type { DeliveredFile } from './built-data.ts'
import { convertSpreadsheet } from './office.ts'
import { keepRecalculation } from './planner/recalculated.ts'
import { buildPlanner } from './planner/workbook.ts'
import { compilePdf } from './typst.ts'
import { buildWordFile } from './word.ts'

/** How a product's files are made. */
export interface Recipe {
	slug: string
	/** The file under `goods/`: the only delivered file itself, or the archive of all of them. */
	stored: string
	/** Whose pages the product page counts. */
	main: string
	/** The delivered files, in the order in which the archive holds them. */
	build: (editionDate: string) => Promise<DeliveredFile[]>
	gallery: readonly CataloguedPicture[]
	/** Holds the delivered files against what they should say, and throws where they do not. */
	prove?: (delivered: readonly DeliveredFile[]) => Promise<void>
	/** Documents that are shown and not delivered as such. */
	shown?: (delivered: readonly DeliveredFile[]) => ShownDocument[]
}

/** A document whose pages are drawn. */
export interface ShownDocument {
	name: string
	/** Where these bytes are the same, the pages look the same. */
	source: Uint8Array
	/** Undefined where this machine cannot make it. */
	print: () => Promise<Uint8Array | undefined>
}

export const recipes: readonly Recipe[] = [
	{
		slug: 'student-guide',
		stored: 'StudentGuide.pdf',
		main: 'StudentGuide.pdf',
		build: async () => [pdf('StudentGuide.pdf', 'catalogue/student-guide/guide.typ')],
		gallery: guideGallery,
	},
	{
		slug: 'cv-secrets',
		stored: 'CV.zip',
		main: 'CV-guide.pdf',
		build: async (editionDate) => [
			pdf('CV-guide.pdf', 'catalogue/cv-secrets/guide.typ'),
			...(await Promise.all(
				cvDocuments.map(async (document) => ({
					name: document.fileName,
					bytes: await buildWordFile(document, editionDate),
				})),
			)),
		],
		gallery: cvGallery,
	},
	{
		slug: 'budget-planner',
		stored: 'MonthlyBudget.zip',
		main: 'Budget-planner-printable.pdf',
		build: async (editionDate) => [
			pdf('How-to.pdf', 'catalogue/budget-planner/how-to.typ'),
			{ name: emptyPlanner.fileName, bytes: await buildPlanner(emptyPlanner, editionDate) },
			{ name: examplePlanner.fileName, bytes: await buildPlanner(examplePlanner, editionDate) },
			pdf('Budget-planner-printable.pdf', 'catalogue/budget-planner/printable.typ'),
		],
		gallery: plannerGallery,
		prove: keepRecalculation,
		shown: (delivered) => [
			asItIs('cover.pdf', compilePdf('catalogue/budget-planner/cover.typ')),
			...delivered
				.filter(({ name }) => name === examplePlanner.fileName)
				.map(({ bytes }) => ({
					name: 'example.pdf',
					source: bytes,
					print: () => convertSpreadsheet(bytes, 'pdf'),
				})),
		],
	},
	{
		slug: 'startup-blueprint',
		stored: 'StartupBlueprint.pdf',
		main: 'StartupBlueprint.pdf',
		build: async () => [pdf('StartupBlueprint.pdf', 'catalogue/startup-blueprint/guide.typ')],
		gallery: blueprintGallery,
	},
]

function pdf(name: string, source: string): DeliveredFile {
	return { name, bytes: compilePdf(source) }
}

export function asItIs(name: string, bytes: Uint8Array): ShownDocument {
	return { name, source: bytes, print: () => Promise.resolve(bytes) }
}
