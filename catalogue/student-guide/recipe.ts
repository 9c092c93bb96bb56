import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
	main: 'StudentGuide.pdf',
	chapter: { file: 'StudentGuide.pdf', title: 'The first week' },
	files: [{ name: 'StudentGuide.pdf', typst: 'guide.typ' }],
}
