import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'

export const startupBlueprint: Product = {
	id: '7',
	slug: 'startup-blueprint',
	shortPath: '/startup-blueprint',
	title: 'The Startup Blueprint: From Idea to Landing Page',
	shortTitle: 'Startup Blueprint',
	description:
		'Four weeks from an idea to a page that measures whether anybody wants it: talking to people, choosing one promise, writing the page, counting what happens. With worksheets.',
	pricePence: null,
	currency: 'GBP',
	isFree: true,
	category: 'Business',
	downloadCount: 89,
	readingTime: '25 min read',
	pdfFileName: 'StartupBlueprint.pdf',
	stripeProductId: null,
	comingSoon: false,
	edition: { date: '2026-11-21', changes: 'First edition.' },
	rating: { value: 4.9, count: 85 },
	taxCode: null,
	previewContent: {
		format: 'PDF',
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
