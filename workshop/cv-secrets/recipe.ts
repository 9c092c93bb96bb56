import type { Recipe } from '../recipe.ts'
import { cvDocuments, printedCvs } from './documents/cv-documents.ts'

export const recipe: Recipe = {
	main: 'CV-guide.pdf',
	chapter: { file: 'CV-phone.pdf', title: 'The words of the advert' },
	files: [
		{ name: 'CV-guide.pdf', typst: 'guide.typ' },
		...cvDocuments.flatMap((word) =>
			printedCvs.includes(word) ? [{ word }, { printed: word }] : [{ word }],
		),
	],
	furtherFiles: [
		{ name: 'CV-phone.pdf', typst: 'guide.typ', medium: 'phone' },
		{ name: 'CV-read.json', reading: 'guide.typ' },
		{ name: 'CV.epub', epub: 'guide.typ' },
	],
}
