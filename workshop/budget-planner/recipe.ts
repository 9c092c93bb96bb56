import type { Recipe } from '../recipe.ts'
import { emptyPlanner, examplePlanner } from './planner-data.ts'

export const recipe: Recipe = {
	main: 'Budget-planner-printable.pdf',
	chapter: { file: 'How-to.pdf', title: 'Set up in fifteen minutes' },
	files: [
		{ name: 'How-to.pdf', typst: 'how-to.typ' },
		{ planner: emptyPlanner },
		{ planner: examplePlanner },
		{ name: 'Budget-planner-printable.pdf', typst: 'printable.typ' },
	],
	furtherFiles: [
		{ name: 'MonthlyBudget-phone.pdf', typst: 'how-to.typ', medium: 'phone' },
		{ name: 'MonthlyBudget-read.json', reading: 'how-to.typ' },
		{ name: 'MonthlyBudget.epub', epub: 'how-to.typ' },
	],
	shown: [
		{ name: 'cover.pdf', typst: 'cover.typ' },
		{ name: 'example.pdf', printOf: examplePlanner.fileName },
	],
}
