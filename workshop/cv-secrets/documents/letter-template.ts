import type { WordDocument } from './document.ts'

export const letterTemplate: WordDocument = {
	fileName: '6-Letter-template.docx',
	title: 'Cover letter',
	isLetter: true,
	isTemplate: true,
	blocks: [
		{ kind: 'title', text: 'First name Last name' },
		{ kind: 'contact', parts: ['Town', '07000 000000', 'name@example.com'] },
		{ kind: 'text', text: '[Date, for example 23 November 2026]' },
		{ kind: 'text', text: '[Name, job title, organisation]' },
		{ kind: 'text', text: 'Dear [name, or “hiring team”],' },
		{ kind: 'text', text: '**[Role], [reference number]**' },
		{
			kind: 'advice',
			text: 'Paragraph 1, two sentences: one fact about them that you could only know by looking, and the reason it caught you. Half a page is the right length. Delete the grey lines before you send.',
		},
		{
			kind: 'text',
			text: '[Their news, report, shop or customers show that …]. [In my own work with …, I met the same problem: …].',
		},
		{
			kind: 'advice',
			text: 'Paragraph 2, four or five sentences: your best evidence, told as a small story with the difficulty left in and the number at the end.',
		},
		{
			kind: 'text',
			text: '[What was wrong]. [What I tried first]. [What I did, with which tool]. [What changed, from … to …]. [What somebody else said or did because of it].',
		},
		{
			kind: 'advice',
			text: 'Paragraph 3, two or three sentences: tie the story to the advert, in its own words. Name what you’d like to learn.',
		},
		{
			kind: 'text',
			text: 'Your advert asks for “[their words]”. [That is what I did when …]. [With you I would like to …].',
		},
		{
			kind: 'advice',
			text: 'Paragraph 4, one or two sentences: dates, place, right to work if it helps, anything awkward in one sentence without an apology. “Yours sincerely” to a name, “Kind regards” to a team.',
		},
		{ kind: 'text', text: 'I am free from [date] to [date] and [live in or will move to …].' },
		{ kind: 'text', text: 'Yours sincerely,' },
		{ kind: 'text', text: '[First name Last name]' },
	],
}
