import type { Recipe } from '../recipe.ts'
import { worksheetsWord } from './worksheets-word.ts'

export const recipe: Recipe = {
	main: 'StartupBlueprint.pdf',
	chapter: { file: 'StartupBlueprint-phone.pdf', title: 'Talk, and mostly listen' },
	files: [{ name: 'StartupBlueprint.pdf', typst: 'guide.typ' }],
	furtherFiles: [
		{ name: 'StartupBlueprint-phone.pdf', typst: 'guide.typ', medium: 'phone' },
		{ name: 'StartupBlueprint-read.json', reading: 'guide.typ' },
		{ name: 'StartupBlueprint.epub', epub: 'guide.typ' },
		{
			name: 'StartupBlueprint-worksheets.zip',
			archive: [
				{ name: 'Startup-worksheets.pdf', form: 'worksheets.typ' },
				{ word: worksheetsWord },
				{ name: 'landing-page.html', copyOf: 'landing-page.html' },
			],
		},
	],
}
