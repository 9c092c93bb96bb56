import type { WordDocument } from './document.ts'

export const classicTemplate: WordDocument = {
	fileName: '3-Template-classic.docx',
	title: 'CV',
	design: 'classic',
	kind: 'cv',
	isTemplate: true,
	blocks: [
		{ kind: 'title', text: 'First name Last name' },
		{ kind: 'contact', parts: ['Town', '07000 000000', 'name@example.com', 'linkedin.com/in/name'] },
		{
			kind: 'advice',
			text: 'Education first: for a first year, a master’s, law, finance, research. Replace what stands in square brackets. Grey lines like this one are advice: delete them. No street, age, photograph or nationality.',
		},
		{
			kind: 'text',
			text: '[Year] [subject] student ([class so far]) who [your strongest fact, with a number]. Looking for [this role], from [month].',
		},
		{
			kind: 'advice',
			text: 'On the Graduate visa add: “Graduate visa to November 2028: no sponsorship needed until then.” Not granted yet: “Applying for the Graduate visa in December 2026.” Key skills suit a master’s or a career before this one; a first year deletes the section.',
		},
		{ kind: 'heading', text: 'Key skills' },
		{
			kind: 'points',
			items: [
				'**[First demand of the advert]:** [where you did it, and how much].',
				'**[Second demand]:** [where you did it, and how much].',
			],
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: '[BSc Subject, class expected]',
			organisation: '[University, Town]',
			dates: '[Sept 2025 – June 2028 (expected)]',
		},
		{
			kind: 'points',
			items: [
				'[Two or three modules this job would care about, with marks.]',
				'[Dissertation or project: question, method, finding, mark.]',
			],
		},
		{
			kind: 'role',
			title: '[A-levels, Highers or equivalent: subjects and grades]',
			organisation: '[School, Town]',
			dates: '[Sept 2023 – June 2025]',
		},
		{
			kind: 'advice',
			text: 'A qualification from abroad: its own name and scale, with your place in the year if you know it: “4.4 out of 5.0, top 10%”. An employer abroad: one line on what it does and how large it is. After a first degree you can leave school out.',
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: '[Job title]',
			organisation: '[Organisation, Town]',
			dates: '[Oct 2025 – present]',
		},
		{
			kind: 'points',
			items: [
				'[Verb] [what], [how many or how often], [with which tool or method]; [what changed afterwards].',
				'[Verb] [what] for [whom]; [number].',
			],
		},
		{
			kind: 'role',
			title: '[Volunteer, carer, committee member]',
			organisation: '[Organisation, Town]',
			dates: '[Jan 2024 – Aug 2025]',
		},
		{ kind: 'points', items: ['[Verb] [what]; [result].'] },
		{ kind: 'heading', text: 'Projects' },
		{
			kind: 'role',
			title: '[Project]',
			organisation: '[Own project, or module, team of …, mark]',
			dates: '[Jan 2026 – Mar 2026]',
			titleFirst: true,
		},
		{
			kind: 'points',
			items: ['[What you made or found, with how much of what, and who used it.]'],
		},
		{ kind: 'heading', text: 'Skills' },
		{ kind: 'text', text: '**Tools:** [the ones in the advert that you have used]' },
		{ kind: 'text', text: '**Languages:** [language and level you could be interviewed in]' },
		{ kind: 'text', text: '**Certificates:** [name, month and year]' },
		{ kind: 'heading', text: 'Interests' },
		{ kind: 'text', text: '[One line that could start a conversation.]' },
		{ kind: 'advice', text: 'Room left? Volunteering or Awards, with dates.' },
	],
}
