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
	edition: { date: '2026-11-21', changes: 'First edition.' },
	rating: { value: 4.9, count: 48 },
	taxCode: null,
	previewContent: {
		format: 'PDF',
		whatYouGet: [
			'One PDF of 28 pages, made to be read on a phone or printed',
			'The first week as seven jobs with boxes to tick, what can wait, and the year on one page',
			'The rules that cost money when missed: council tax, deposits, work hours on a student visa, tax codes',
			'A page of where help is, by how urgent it is, and a page number for each thing that can go wrong',
		],
		features: [
			'Figures carry their year, and green lines name the official page to check them on',
			'Written for home and international students, with the differences marked',
			'Pages to fill in: your weekly number, your hours of work and a house viewing',
			'Tagged for screen readers, with bookmarks and real headings',
		],
		...built,
	},
}
