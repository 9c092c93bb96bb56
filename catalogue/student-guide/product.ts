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
	readingTime: '50 min read',
	pdfFileName: 'StudentGuide.pdf',
	stripeProductId: null,
	comingSoon: false,
	edition: {
		date: '2026-11-29',
		changes:
			'The sheets can be filled in where you read online: your weekly number and the hours of each week are counted for you, and what you type stays in your browser. Your hours now have room for twelve weeks.',
	},
	earlierEditions: [
		{
			date: '2026-11-28',
			changes:
				'Corrects how you end a tenancy in England: the notice has to end on a day when rent is due or the day before, and two months is the most that an agreement can ask. New: when a Student visa allows self-employment after the course, and what to ask a bank instead of a table of overdrafts that we could no longer confirm.',
			file: 'StudentGuide-2026-11-28.pdf',
		},
		{
			date: '2026-11-22',
			changes:
				'Corrects the signs of meningitis, photo ID for voting, how Scotland, Wales and Northern Ireland pay, and what to do if you have worked too many hours on a visa. New: the MenB vaccine, spiking and drugs, what to do after an assault, gas and carbon monoxide, no money for food, loan sharks, blackmail with pictures, public funds, interest on student loans, overdrafts by name, the railcard’s rules, bringing family, helplines for each nation and for men, and a source for each figure.',
			file: 'StudentGuide-2026-11-22.pdf',
		},
		{
			date: '2026-11-21',
			changes: 'First edition. Withdrawn, because its signs of meningitis were incomplete.',
			file: null,
		},
	],
	rating: { value: 4.9, count: 48 },
	taxCode: null,
	previewContent: {
		format: 'PDF',
		whatYouGet: [
			'One PDF of 28 pages to print, and the same text to read on a phone',
			'The first week as seven jobs with boxes to tick, what can wait, and the year on one page',
			'The rules that cost money when missed: council tax, deposits, tax codes, work hours on a Student visa and what to do if you went over',
			'A page of where help is, by how urgent it is, with helplines for each nation and for men, and a page number for each thing that can go wrong',
		],
		features: [
			'Figures carry their year, the page that states them and the day they were checked',
			'Written for home and international students and for master’s students, with the differences marked',
			'Pages to fill in: your weekly number, your hours of work and a house viewing',
			'Tagged for screen readers, with bookmarks and real headings',
		],
		...built,
	},
}
