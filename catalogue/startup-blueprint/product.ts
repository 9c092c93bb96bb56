import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'
import { card } from './card.ts'

export const startupBlueprint: Product = {
	...card,
	taxCode: null,
	previewContent: {
		...card.previewContent,
		whatYouGet: [
			'One PDF of 20 pages, made to be read on a phone or printed',
			'Seven worksheets: the problem, fifteen people, the interviews, the promise, the page, the rule and the decision',
			'A landing page written line by line, with the reason for each line',
			'A way to decide, before you start, which result means go on and which means stop',
		],
		features: [
			'Costs eight coffees: no code, no company and no co-founder',
			'Questions that get you facts instead of compliments',
			'Worked through with one example from start to end',
			'UK notes on data protection, registering and student visas, each with the official page to check',
		],
		...built,
	},
}
