import type { WordDocument } from '../document.ts'

/** Linh is invented. For shop and café jobs the hours come first, because that is what the manager needs to know. */
export const partTimeCv: WordDocument = {
	fileName: '4-Example-part-time-job.docx',
	title: 'CV of Linh Tran',
	design: 'clear',
	kind: 'cv',
	blocks: [
		{ kind: 'title', text: 'Linh Tran' },
		{ kind: 'contact', parts: ['Cathays, Cardiff', '07700 900883', 'linh.tran@example.com'] },
		{ kind: 'heading', text: 'Availability' },
		{
			kind: 'text',
			text: '**In term:** Thursday and Friday from 3 pm, all day Saturday and Sunday, up to 16 hours a week. **In vacations:** full time. Can start on 30 November and work every weekend in December.',
		},
		{
			kind: 'text',
			text: 'Right to work: Student visa, up to 20 hours a week in term. Share code ready. Ten minutes’ walk from Queen Street.',
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: 'Barista, volunteer',
			organisation: 'Tuesday café, Cathays Community Centre, Cardiff',
			dates: 'Oct 2025 – present',
		},
		{
			kind: 'points',
			items: [
				'Make about 60 coffees in three hours on a two-group machine; taught four others to steam milk.',
				'Keep the allergen list up to date and the fridge log filled in; no gaps at the last council visit.',
			],
		},
		{
			kind: 'role',
			title: 'Treasurer',
			organisation: 'Vietnamese Society, Cardiff University',
			dates: 'May 2026 – present',
		},
		{
			kind: 'points',
			items: [
				'Look after £1,150; sold 130 tickets for the Mid-Autumn dinner and paid every supplier within a week.',
			],
		},
		{
			kind: 'role',
			title: 'Shop assistant in the family business',
			organisation: 'Tran Stationery, Hanoi, Vietnam',
			dates: 'June 2022 – Aug 2025',
		},
		{
			kind: 'points',
			items: [
				'Served customers after school and every summer: 100 a day in the week before term, with the till to myself.',
				'Counted the cash each night with my aunt; my window display doubled an August’s notebook sales.',
				'Explained returns and exchanges in Vietnamese and English, up to ten a week.',
			],
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: 'BEng Civil Engineering, second year',
			organisation: 'Cardiff University',
			dates: 'Sept 2025 – June 2028 (expected)',
		},
		{ kind: 'heading', text: 'Skills' },
		{ kind: 'text', text: '**Work:** espresso machine, till and card reader, cashing up, stock count' },
		{ kind: 'text', text: '**Languages:** Vietnamese (first language), English (fluent), Korean (basic)' },
		{ kind: 'text', text: '**Certificates:** Level 2 Food Hygiene and Safety (Nov 2025)' },
	],
}
