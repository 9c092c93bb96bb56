import { ada } from './ada.ts'
import type { WordDocument } from './document.ts'

/** Ada's letter, which the guide explains part by part. It uses the facts of her CV. */
export const placementLetter: WordDocument = {
	fileName: '6-Letter-placement.docx',
	title: 'Example cover letter for a placement',
	isLetter: true,
	blocks: [
		{ kind: 'title', text: ada.name },
		{ kind: 'contact', parts: ['Leeds', ada.phone, 'ada.okafor@example.com'] },
		{ kind: 'text', text: '23 November 2026' },
		{ kind: 'text', text: 'Ms Aoife Byrne, Head of Supply Chain, Larkfield Parcels, Leeds' },
		{ kind: 'text', text: 'Dear Ms Byrne,' },
		{ kind: 'text', text: '**Summer placement in supply-chain analysis, reference LP-27**' },
		{
			kind: 'text',
			text: 'Your blog says that returns now cost you more than deliveries. In the shop where I count stock, returned clothes were our largest error: they went back on the rail before they went back in the system.',
		},
		{
			kind: 'text',
			text: 'I asked my manager for one hour a week to follow them. For a month I wrote down where each returned item waited, and for how long. Most of the loss came from one shelf behind the till, where things lay for up to four days. We moved the scanner there. Counting errors fell from 6% to 2% in a term, and the same list showed that a supplier was sending us short boxes.',
		},
		{
			kind: 'text',
			text: 'Your advert asks for somebody to “map the returns process and find quick wins”. That is what I did with a pencil; I would like to learn to do it with your data. I use Excel every week, have begun SQL and got 74 in Operations.',
		},
		{
			kind: 'text',
			text: 'I am free from 21 June to 17 September 2027, have the right to work full time in that period, and live twenty minutes from your Leeds office.',
		},
		{ kind: 'text', text: 'Yours sincerely,' },
		{ kind: 'text', text: ada.name },
	],
}
