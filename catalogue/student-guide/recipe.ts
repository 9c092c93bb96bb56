import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
	main: 'StudentGuide.pdf',
	files: [{ name: 'StudentGuide.pdf', typst: 'guide.typ' }],
}
