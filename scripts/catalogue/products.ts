import { gallery as plannerGallery } from '#catalogue/budget-planner/gallery.ts'
import { emptyPlanner, examplePlanner } from '#catalogue/budget-planner/planner-data.ts'
import { cvDocuments } from '#catalogue/cv-secrets/documents/cv-documents.ts'
import { gallery as cvGallery } from '#catalogue/cv-secrets/gallery.ts'
import type { CataloguedPicture } from '#catalogue/picture.ts'
import { gallery as blueprintGallery } from '#catalogue/startup-blueprint/gallery.ts'
import { gallery as guideGallery } from '#catalogue/student-guide/gallery.ts'
import type { DeliveredFile } from './built-data.ts'
import { printSpreadsheet } from './office.ts'
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
	/** Pages that are shown and not delivered as such; undefined where this machine cannot make them. */
	shown?: (delivered: readonly DeliveredFile[]) => Promise<Record<string, Uint8Array | undefined>>
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
		shown: async (delivered) => {
			const example = delivered.find(({ name }) => name === examplePlanner.fileName)
			return {
				'cover.pdf': compilePdf('catalogue/budget-planner/cover.typ'),
				'example.pdf': example === undefined ? undefined : await printSpreadsheet(example.bytes),
			}
		},
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
