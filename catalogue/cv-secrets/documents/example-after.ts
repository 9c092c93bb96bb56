import type { WordDocument } from './document.ts'

/** The same facts about the fictional Ada, presented as evidence. */
export const exampleAfter: WordDocument = {
	fileName: 'CV-after.docx',
	title: 'Example CV, after',
	blocks: [
		{ kind: 'title', text: 'Ada Okafor' },
		{ kind: 'text', text: 'Leeds · 07700 900123 · ada.okafor@example.com · linkedin.com/in/ada-okafor' },
		{ kind: 'heading', text: 'Profile' },
		{
			kind: 'text',
			text: 'Second-year Business Management student (2:1 so far) who runs the stock count of a shop with 2,000 lines. Looking for a summer placement in supply-chain analysis.',
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'line',
			text: '**Sales assistant (12 hours a week), Example Clothing, Leeds**',
			right: 'Oct 2025 – now',
		},
		{
			kind: 'points',
			items: [
				'Run the weekly inventory count of 2,000 lines in Excel; cut errors from 6% to 2% in one term by tracing where returned clothes waited and moving the scanner there.',
				'Found from the same list that one supplier’s boxes were short by 3%; showed the manager, who reclaimed £840.',
				'Serve about 150 customers a shift; trained two new starters.',
			],
		},
		{ kind: 'heading', text: 'Projects' },
		{ kind: 'line', text: '**Operations module, group of four, mark 74**', right: 'Mar 2026' },
		{
			kind: 'points',
			items: [
				'Modelled the queue of a campus café from 180 timed orders; a second till in two peak hours cut the average wait from 7 to 4 minutes.',
			],
		},
		{ kind: 'heading', text: 'Education' },
		{ kind: 'line', text: '**BSc Business Management, University of Leeds**', right: '2025 – 2028' },
		{ kind: 'text', text: '2:1 expected. Operations 74, Statistics 68.' },
		{ kind: 'line', text: '**International foundation year, Leeds**', right: '2024 – 2025' },
		{ kind: 'line', text: '**WASSCE (West Africa)**', right: '2024' },
		{ kind: 'text', text: '7 subjects including Mathematics A1, English B2.' },
		{ kind: 'heading', text: 'Skills' },
		{
			kind: 'text',
			text: '**Tools:** Excel (lookups, pivot tables), basic SQL (course certificate, Sept 2026)',
		},
		{ kind: 'text', text: '**Languages:** English and Igbo, fluent' },
	],
}
