import type { WordDocument } from './document.ts'

export const modernTemplate: WordDocument = {
	fileName: '3-Template-modern.docx',
	title: 'CV',
	design: 'modern',
	kind: 'cv',
	isTemplate: true,
	blocks: [
		{ kind: 'title', text: 'First name Last name' },
		{ kind: 'contact', parts: ['Town', '07000 000000', 'name@example.com', '[github or portfolio]'] },
		{
			kind: 'advice',
			text: 'Skills first: for technical jobs, where a search looks for tools, and for a change of career, where the old job titles hide you. Replace what stands in square brackets. Grey lines like this one are advice: delete them.',
		},
		{ kind: 'heading', text: 'Profile' },
		{
			kind: 'text',
			text: '[What you study or are now] with [a year] of [work], or moving into [field]. [Your biggest result, with a number.] Looking for [this role].',
		},
		{ kind: 'heading', text: 'Skills' },
		{
			kind: 'points',
			items: [
				'**[First demand of the advert]:** [where you did it, and how much].',
				'**[Second demand]:** [where you did it, and how much].',
				'**[Third demand]:** [where you did it, and how much].',
				'**Tools:** [the ones in the advert that you have used].',
			],
		},
		{
			kind: 'advice',
			text: 'Use their words where they are true. Each of these must come back as evidence below: a skill without a place where you used it is a claim.',
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: '[Job title]',
			organisation: '[Employer, Town]',
			dates: '[July 2025 – June 2026]',
		},
		{ kind: 'text', text: '[One line: what the employer does, how large, and what you are there for.]' },
		{
			kind: 'points',
			items: [
				'[The result you would tell first in an interview, with scale, method and change.]',
				'[Verb] [what], [how many], [with what]; [what changed].',
				'[Who you trained, presented to, or were trusted by.]',
			],
		},
		{
			kind: 'role',
			title: '[Earlier job title]',
			organisation: '[Employer, Town]',
			dates: '[Feb 2023 – July 2025]',
		},
		{ kind: 'points', items: ['[One line with the number you are proudest of.]'] },
		{ kind: 'heading', text: 'Projects' },
		{
			kind: 'role',
			title: '[Project (tools)]',
			organisation: '[Own project, or module and team of …]',
			dates: '[Jan 2026 – Apr 2026]',
		},
		{
			kind: 'points',
			items: ['[What it does, who uses it, what you found or fixed, the mark or the number of users.]'],
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: '[BSc Subject, class]',
			organisation: '[University]',
			dates: '[Sept 2023 – June 2027]',
		},
		{ kind: 'text', text: '[Two or three modules with marks.]' },
		{
			kind: 'advice',
			text: 'Room left? Volunteering or Interests, a line each. A gap of a year or more belongs under Experience with its dates: “Full-time parent”, “Carer”, “Travel”.',
		},
	],
}
