import { ada } from './ada.ts'
import type { WordDocument } from './document.ts'

const { name, phone, job, degree, foundation, school, project } = ada

/** The fictional Ada's first CV, with the mistakes that the guide explains. Its facts are those of the improved CV. */
export const exampleBefore: WordDocument = {
	fileName: '5-CV-before.docx',
	title: 'Example CV, before',
	blocks: [
		{ kind: 'title', text: 'CURRICULUM VITAE', centred: true },
		{ kind: 'text', text: `${name}, 21, single, Nigerian`, centred: true },
		{
			kind: 'text',
			text: `14 Example Terrace, Flat 3, Leeds · ${phone} · sweetada2005@example.com`,
			centred: true,
		},
		{ kind: 'heading', text: 'Personal statement' },
		{
			kind: 'text',
			text: 'I am a hard-working, motivated and reliable individual who works well both independently and as part of a team. I have excellent communication skills and attention to detial. I am seeking a challenging role in a dynamic organisation where I can grow.',
		},
		{ kind: 'heading', text: 'Academic background' },
		{ kind: 'text', text: `${degree.university}, ${degree.title} ${degree.years.join('-')}` },
		{
			kind: 'text',
			text: `Modules: Introduction to Management, Marketing Principles, Economics 1, Accounting 1, Business Law, Statistics 68, ${project.module} ${project.mark}, group project in a café`,
		},
		{ kind: 'text', text: `${foundation.title} ${foundation.years.join('/')}` },
		{ kind: 'text', text: `${school.title} ${school.year}, Mathematics A1, English B2 and five others` },
		{ kind: 'heading', text: 'Where I have worked' },
		{ kind: 'text', text: `${job.title}, ${job.employer} (Leeds), since ${job.start}, 12 hours a week` },
		{
			kind: 'points',
			items: [
				'Responsible for serving customers',
				'Handling cash',
				'Stock',
				'Helped with the stock count',
				'Helped new starters',
			],
		},
		{ kind: 'heading', text: 'Key skills' },
		{
			kind: 'text',
			text: 'Microsoft Office (Excel 90%), basic SQL, English, Igbo, Teamwork, Leadership, Time management, Problem solving, Fast learner',
		},
		{ kind: 'heading', text: 'Hobbies' },
		{ kind: 'text', text: 'Reading, socialising, music' },
		{ kind: 'text', text: 'References available on request' },
	],
}
