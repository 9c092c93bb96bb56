import type { WordDocument } from './document.ts'

export const clearTemplate: WordDocument = {
	fileName: '3-Template-clear.docx',
	title: 'CV',
	design: 'clear',
	kind: 'cv',
	isTemplate: true,
	blocks: [
		{ kind: 'title', text: 'First name Last name' },
		{ kind: 'contact', parts: ['Town', '07000 000000', 'name@example.com', 'linkedin.com/in/name'] },
		{
			kind: 'advice',
			text: 'Experience first: for a job now, a placement, or a graduate with work behind them. Replace what stands in square brackets. Grey lines like this one are advice: delete them. No street, age, photograph or nationality.',
		},
		{ kind: 'heading', text: 'Profile' },
		{
			kind: 'text',
			text: '[What you are, in the advert’s noun] who [your strongest fact, with a number]. Looking for [this role] in [this field].',
		},
		{
			kind: 'advice',
			text: 'Three lines at most. If it says nothing that can be checked, leave the section out. For a shop or café put “Availability” here instead: days, times, hours a week, when you can start.',
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: '[Job title]',
			organisation: '[Employer, Town]',
			dates: '[Sept 2025 – present]',
		},
		{
			kind: 'points',
			items: [
				'[Verb] [what], [how many or how often], [with which tool or method]; [what changed afterwards].',
				'[Verb] [what] for [whom]; [number].',
				'[A sign of trust: trained, held the keys, asked back, chosen out of …].',
			],
		},
		{
			kind: 'role',
			title: '[Job title]',
			organisation: '[Employer, Town]',
			dates: '[June 2024 – Aug 2025]',
		},
		{ kind: 'points', items: ['[Verb] [what]; [result].', '[Verb] [what]; [result].'] },
		{
			kind: 'advice',
			text: 'Volunteering, caring, a family business and a society role all belong here if somebody relied on you.',
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: '[BA Subject, class]',
			organisation: '[University]',
			dates: '[Sept 2023 – July 2026]',
		},
		{ kind: 'text', text: '[Dissertation or project in one line: question, method, finding, mark.]' },
		{
			kind: 'role',
			title: '[A-levels or equivalent: subjects and grades]',
			organisation: '[School, Town]',
			dates: '[Sept 2021 – June 2023]',
		},
		{ kind: 'heading', text: 'Skills' },
		{ kind: 'text', text: '**Tools:** [the ones in the advert that you have used]' },
		{ kind: 'text', text: '**Languages:** [language and level you could be interviewed in]' },
		{ kind: 'text', text: '**Certificates:** [name, month and year]' },
		{ kind: 'heading', text: 'Interests' },
		{ kind: 'text', text: '[One line that could start a conversation.]' },
	],
}
