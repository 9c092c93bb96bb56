import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
	main: 'StartupBlueprint.pdf',
	files: [{ name: 'StartupBlueprint.pdf', typst: 'guide.typ' }],
}
