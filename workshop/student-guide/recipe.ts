import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
	main: 'StudentGuide.pdf',
	chapter: { file: 'StudentGuide-phone.pdf', title: 'The first week' },
	files: [{ name: 'StudentGuide.pdf', typst: 'guide.typ' }],
	furtherFiles: [
		{ name: 'StudentGuide-phone.pdf', typst: 'guide.typ', medium: 'phone' },
		{ name: 'StudentGuide-read.json', reading: 'guide.typ' },
		{ name: 'StudentGuide.epub', epub: 'guide.typ' },
	],
}
