import type { Recipe } from '../recipe.ts'
import { cvDocuments } from './documents/cv-documents.ts'

export const recipe: Recipe = {
	main: 'CV-guide.pdf',
	chapter: { file: 'CV-guide.pdf', title: 'The words of the advert' },
	files: [{ name: 'CV-guide.pdf', typst: 'guide.typ' }, ...cvDocuments.map((word) => ({ word }))],
}
