import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'

export const startupBlueprint: Product = {
	id: '7',
	slug: 'startup-blueprint',
	shortPath: '/startup-blueprint',
	title: 'The Startup Blueprint: From Idea to Landing Page',
	shortTitle: 'Startup Blueprint',
	description:
		'Four weeks from an idea to a page that measures whether anybody wants it: talking to people, choosing one promise, counting the cash, writing the page, counting what happens. Then first orders that you can refund.',
	pricePence: null,
	currency: 'GBP',
	isFree: true,
	category: 'Business',
	downloadCount: 89,
	readingTime: '35 min read',
	pdfFileName: 'StartupBlueprint.pdf',
	stripeProductId: null,
	comingSoon: false,
	edition: {
		date: '2026-11-29',
		changes:
			'The worksheets can be filled in where you read online, and what you type stays in your browser. For any number of visitors, the rule counts from which result to go on and at which to stop.',
	},
	earlierEditions: [
		{
			date: '2026-11-28',
			changes:
				'Says when you may be self-employed while you wait for an Innovator Founder visa, and what Cloudflare now recommends.',
			file: 'StartupBlueprint-2026-11-28.pdf',
		},
		{
			date: '2026-11-22',
			changes:
				'24 of 200 is no longer called clear of 10%: the rule follows from the ranges. Addresses are not counted as buyers: a chapter on first orders that can be refunded. The cash that goes out before the first sale. The £3,000 line for reporting trading income has no start date. Where to put the page online, step by step. Limits for 100 visitors, and what a sole trader needn’t do yet. New files: a form, a Word file and a landing page.',
			file: 'StartupBlueprint-2026-11-22.pdf',
		},
		{ date: '2026-11-21', changes: 'First edition.', file: 'StartupBlueprint-2026-11-21.pdf' },
	],
	rating: { value: 4.9, count: 85 },
	taxCode: null,
	previewContent: {
		format: 'PDF',
		whatYouGet: [
			'One PDF of 30 pages, made to be printed, and the same guide for your phone',
			'Ten worksheets: the problem, fifteen people, the conversations, the promise, the cash, the page, the rule, the count, the decision and first orders',
			'The worksheets again as a PDF form to fill in on screen and as a Word file',
			'A landing page as one HTML file to change and publish free, and the reason for each line',
			'A way to decide, before you start, which result means go on and which means stop',
		],
		features: [
			'Costs eight coffees: no code, no company and no co-founder',
			'Questions that get you facts instead of compliments',
			'Refundable first orders under UK law, step by step with a payment link',
			'Worked through with one example from start to end, cash included',
			'UK notes on data protection, tax, selling online and student visas, each with the official page to check',
		],
		...built,
	},
}
