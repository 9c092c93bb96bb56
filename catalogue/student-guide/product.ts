import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'

export const studentGuide: Product = {
	id: '1',
	slug: 'student-guide',
	title: 'Student Guide',
	shortTitle: 'Student Guide',
	description:
		'Your first year at a UK university on 28 pages: doctor, bank, council tax, money, work and visa rules, renting, studying, and where help is. For home and international students.',
	pricePence: null,
	currency: 'GBP',
	isFree: true,
	category: 'Career',
	downloadCount: 53,
	readingTime: '40 min read',
	pdfFileName: 'StudentGuide.pdf',
	stripeProductId: null,
	comingSoon: false,
	previewContent: {
		whatYouGet: [
			'One PDF of 28 pages, made to be read on a phone or printed',
			'A first-month plan: what to do in which week, and what can wait',
			'The rules that cost money when missed: council tax, deposits, work hours on a student visa, tax codes',
			'A page of where help is, by how urgent it is',
		],
		features: [
			'Every rule that can change is dated and names the official page to check it on',
			'Written for home and international students, with the differences marked',
			'Worksheets for your budget, your week and a house viewing',
			'Tagged for screen readers, with bookmarks and real headings',
		],
		format: 'PDF',
		...built,
	},
	rating: { value: 4.9, count: 48 },
	edition: { date: '2026-11-21', changes: 'First edition.' },
}
