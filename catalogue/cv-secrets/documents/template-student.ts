import type { WordDocument } from './document.ts'

export const studentTemplate: WordDocument = {
	fileName: 'CV-template-student.docx',
	title: 'CV template for students',
	blocks: [
		{ kind: 'title', text: 'First name Last name' },
		{ kind: 'text', text: 'Town · 07000 000000 · name@example.com · linkedin.com/in/name' },
		{
			kind: 'advice',
			text: 'Replace what stands in square brackets. Grey lines like this one are advice: delete them. One page; no street, age, photograph or nationality.',
		},
		{ kind: 'heading', text: 'Profile' },
		{
			kind: 'text',
			text: '[Year] [subject] student ([class so far]) who [your strongest fact, with a number]. Looking for [this role] in [this field].',
		},
		{
			kind: 'advice',
			text: 'Three lines at most. If it says nothing that can be checked, leave the section out.',
		},
		{ kind: 'heading', text: 'Experience' },
		{ kind: 'line', text: '**[Role], [Organisation], [Town]**', right: '[Sept 2025 – now]' },
		{
			kind: 'points',
			items: [
				'[Verb] [what], [how many or how often], [with which tool or method]; [what changed afterwards].',
				'[Verb] [what] for [whom]; [number].',
				'[A sign of trust: trained, held the keys, asked back, chosen out of …].',
			],
		},
		{ kind: 'line', text: '**[Role], [Organisation], [Town]**', right: '[June – Aug 2025]' },
		{ kind: 'points', items: ['[Verb] [what]; [result].', '[Verb] [what]; [result].'] },
		{
			kind: 'advice',
			text: 'Volunteering, caring, a family business and a society role all belong here if somebody relied on you.',
		},
		{ kind: 'heading', text: 'Projects' },
		{ kind: 'line', text: '**[Project], [module or own time], [alone or team of …]**', right: '[Mar 2026]' },
		{
			kind: 'points',
			items: ['[What you found or made, with the method and the mark or the number of users].'],
		},
		{ kind: 'heading', text: 'Education' },
		{ kind: 'line', text: '**[BSc Subject], [University]**', right: '[2025 – 2028]' },
		{ kind: 'text', text: '[Class expected]. [Two modules this job would care about, with marks].' },
		{ kind: 'line', text: '**[A-levels or equivalent], [School, Town]**', right: '[2023 – 2025]' },
		{ kind: 'text', text: '[Subjects and grades]. [GCSEs: number, including Maths and English].' },
		{ kind: 'heading', text: 'Skills' },
		{ kind: 'text', text: '**Tools:** [the ones in the advert that you have used]' },
		{ kind: 'text', text: '**Languages:** [language and level you could be interviewed in]' },
		{ kind: 'text', text: '**Certificates:** [name, month and year]' },
		{ kind: 'heading', text: 'Interests' },
		{ kind: 'text', text: '[One line that could start a conversation.]' },
	],
}
