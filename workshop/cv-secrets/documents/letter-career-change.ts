import type { WordDocument } from './document.ts'

/** Donna's letter. It uses the facts of her CV, and answers the question that the CV raises: whether she knows that the post pays less. */
export const careerChangeLetter: WordDocument = {
	fileName: '6-Letter-career-change.docx',
	title: 'Example cover letter for a change of career',
	isLetter: true,
	blocks: [
		{ kind: 'title', text: 'Donna Whitfield' },
		{ kind: 'contact', parts: ['Sunderland', '07700 900672', 'donna.whitfield@example.com'] },
		{ kind: 'text', text: '23 November 2026' },
		{ kind: 'text', text: 'Hiring team, Wearside Community Housing, Sunderland' },
		{ kind: 'text', text: 'Dear hiring team,' },
		{ kind: 'text', text: '**HR administrator, reference WCH/114**' },
		{
			kind: 'text',
			text: 'Your annual report says that one in three of your care staff leaves within a year, and that you want to know why before you spend more on adverts. I have spent two years on that question in a restaurant.',
		},
		{
			kind: 'text',
			text: 'When I became assistant manager, three quarters of our staff left every year. I asked 18 leavers why, expecting to hear about pay. Eleven said the rota: it came out four days ahead, and nobody could arrange childcare. We began to publish it two weeks ahead. My own manager thought it could not be done with our bookings; it took me a month of Sunday evenings and a spreadsheet. Turnover fell from 74% to 41% in two years.',
		},
		{
			kind: 'text',
			text: 'You ask for “accurate records, discretion and confidence in difficult conversations”. I keep the contracts, absence and sick pay of 32 people, with no errors in the last two payroll audits, and have held 40 return-to-work meetings. In July I passed the CIPD Level 3 certificate, in the evenings. I would be new to housing, and to a department with more than one person in it; I am looking forward to both.',
		},
		{
			kind: 'text',
			text: 'I know that this post pays less than my present one, and have planned for it. My notice is four weeks.',
		},
		{ kind: 'text', text: 'Kind regards,' },
		{ kind: 'text', text: 'Donna Whitfield' },
	],
}
