import type { WordDocument } from './document.ts'

export const graduateTemplate: WordDocument = {
	fileName: 'CV-template-graduate.docx',
	title: 'CV template for graduates',
	blocks: [
		{ kind: 'title', text: 'First name Last name' },
		{ kind: 'text', text: 'Town · 07000 000000 · name@example.com · linkedin.com/in/name · [portfolio]' },
		{
			kind: 'advice',
			text: 'For graduates with a placement or a year or two of work. One page, or two if the second is at least half full. Delete the grey lines; replace what stands in square brackets.',
		},
		{ kind: 'heading', text: 'Profile' },
		{
			kind: 'text',
			text: '[Job title you can claim] with [time] in [field]. [Your biggest result, with a number.] [What you want to do next, in the words of the advert.]',
		},
		{ kind: 'heading', text: 'Key skills' },
		{
			kind: 'points',
			items: [
				'**[First demand of the advert]:** [where you did it, and how much].',
				'**[Second demand]:** [where you did it, and how much].',
				'**[Third demand]:** [where you did it, and how much].',
			],
		},
		{
			kind: 'advice',
			text: 'Use their words where they are true. Each of these three must come back as evidence below.',
		},
		{ kind: 'heading', text: 'Experience' },
		{ kind: 'line', text: '**[Job title], [Employer], [Town]**', right: '[Sept 2025 – now]' },
		{ kind: 'text', text: '[One line: what the employer does, how large, and what you are there for.]' },
		{
			kind: 'points',
			items: [
				'[The result you would tell first in an interview, with scale, method and change].',
				'[Verb] [what], [how many], [with what]; [what changed].',
				'[Verb] [what], [how many], [with what]; [what changed].',
				'[Who you trained, presented to, or were trusted by].',
			],
		},
		{
			kind: 'line',
			text: '**[Placement or earlier job], [Employer], [Town]**',
			right: '[July 2023 – June 2024]',
		},
		{
			kind: 'points',
			items: [
				'[Verb] [what]; [result].',
				'[Verb] [what]; [result].',
				'[Promotion, extension or being asked back].',
			],
		},
		{ kind: 'line', text: '**[Student job], [Employer], [Town]**', right: '[2021 – 2023]' },
		{ kind: 'points', items: ['[One line with the number you are proudest of].'] },
		{ kind: 'heading', text: 'Education' },
		{ kind: 'line', text: '**[BA Subject, class], [University]**', right: '[2021 – 2025]' },
		{ kind: 'text', text: '[Dissertation in one line: question, method, finding, mark.]' },
		{ kind: 'line', text: '**[A-levels or equivalent]**', right: '[2019 – 2021]' },
		{ kind: 'text', text: '[Subjects and grades.]' },
		{ kind: 'heading', text: 'Tools, languages and certificates' },
		{ kind: 'text', text: '**Tools:** [the ones in the advert that you have used]' },
		{ kind: 'text', text: '**Languages:** [language and level you could be interviewed in]' },
		{ kind: 'text', text: '**Certificates:** [name, month and year]' },
		{ kind: 'heading', text: 'Outside work' },
		{
			kind: 'text',
			text: '[A committee, a team, a course you teach: one or two lines, if they add evidence.]',
		},
	],
}
