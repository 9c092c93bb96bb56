import type { WordDocument } from './document.ts'

/** The fictional Ada's first CV, with the mistakes that the guide explains. */
export const exampleBefore: WordDocument = {
	fileName: 'CV-before.docx',
	title: 'Example CV, before',
	blocks: [
		{ kind: 'title', text: 'CURRICULUM VITAE', centred: true },
		{ kind: 'text', text: 'Ada Chidinma Okafor, 21, single, Nigerian', centred: true },
		{ kind: 'text', text: '14 Example Terrace, Flat 3, Leeds · sweetada2005@example.com', centred: true },
		{ kind: 'heading', text: 'Personal statement' },
		{
			kind: 'text',
			text: 'I am a hard-working, motivated and reliable individual who works well both independently and as part of a team. I have excellent communication skills and attention to detial. I am seeking a challenging role in a dynamic organisation where I can grow.',
		},
		{ kind: 'heading', text: 'Education' },
		{ kind: 'text', text: 'University of Leeds 2025–' },
		{
			kind: 'text',
			text: 'Modules: Introduction to Management, Marketing Principles, Economics 1, Accounting 1, Business Law, Statistics, Operations',
		},
		{ kind: 'heading', text: 'Work' },
		{ kind: 'text', text: 'Sales assistant, clothes shop' },
		{
			kind: 'points',
			items: ['Responsible for serving customers', 'Handling cash', 'Stock', 'Helped with the stock count'],
		},
		{ kind: 'heading', text: 'Skills' },
		{
			kind: 'text',
			text: 'Microsoft Office (90%), Teamwork, Leadership, Time management, Problem solving, Fast learner',
		},
		{ kind: 'heading', text: 'Hobbies' },
		{ kind: 'text', text: 'Reading, socialising, music' },
		{ kind: 'text', text: 'References available on request' },
	],
}
