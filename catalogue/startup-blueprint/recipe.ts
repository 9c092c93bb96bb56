import type { Recipe } from '../recipe.ts'

export const recipe: Recipe = {
	main: 'StartupBlueprint.pdf',
	chapter: { file: 'StartupBlueprint.pdf', title: 'Talk, and mostly listen' },
	files: [{ name: 'StartupBlueprint.pdf', typst: 'guide.typ' }],
}
