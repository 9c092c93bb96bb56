import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'
import { card } from './card.ts'

export const studentGuide: Product = {
	...card,
	taxCode: null,
	previewContent: {
		...card.previewContent,
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
