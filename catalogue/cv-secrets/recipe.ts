import type { Recipe } from '../recipe.ts'
import { cvDocuments, exampleCvs } from './documents/cv-documents.ts'
import type { WordDocument } from './documents/document.ts'

const isExample = (word: WordDocument) => exampleCvs.some(({ fileName }) => fileName === word.fileName)

export const recipe: Recipe = {
	main: 'CV-guide.pdf',
	chapter: { file: 'CV-phone.pdf', title: 'The words of the advert' },
	files: [
		{ name: 'CV-guide.pdf', typst: 'guide.typ' },
		...cvDocuments.flatMap((word) => (isExample(word) ? [{ word }, { printed: word }] : [{ word }])),
	],
	furtherFiles: [
		{ name: 'CV-phone.pdf', typst: 'guide.typ', medium: 'phone' },
		{ name: 'CV-read.json', reading: 'guide.typ' },
		{ name: 'CV.epub', epub: 'guide.typ' },
	],
}
