import { ada } from './ada.ts'
import type { WordDocument } from './document.ts'

const { name, phone, job, degree, foundation, school, project } = ada

/** The fictional Ada's improved CV: the facts of her first one, presented as evidence. */
export const exampleAfter: WordDocument = {
	fileName: '5-CV-after.docx',
	title: 'CV of Ada Okafor',
	kind: 'cv',
	blocks: [
		{ kind: 'title', text: name },
		{
			kind: 'contact',
			parts: ['Leeds', phone, 'ada.okafor@example.com', 'linkedin.com/in/ada-okafor'],
		},
		{ kind: 'heading', text: 'Profile' },
		{
			kind: 'text',
			text: 'Second-year Business Management student (2:1 so far) who runs the stock count of a shop with 2,000 lines. Looking for a summer placement in supply-chain analysis.',
		},
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: `${job.title}, 12 hours a week`,
			organisation: `${job.employer}, Leeds`,
			dates: 'Oct 2025 – present',
		},
		{
			kind: 'points',
			items: [
				'Run the weekly inventory count of 2,000 lines in Excel; cut errors from 6% to 2% in one term by tracing where returned clothes waited and moving the scanner there.',
				'Found from the same list that one supplier’s boxes were short by 3%; showed the manager, who reclaimed £840.',
				'Serve about 150 customers a shift, balance the till, and have trained two new starters.',
			],
		},
		{ kind: 'heading', text: 'Projects' },
		{
			kind: 'role',
			title: `Queue study, ${project.module} module, mark ${project.mark}`,
			organisation: `Group of four, ${degree.university}`,
			dates: 'Mar 2026',
		},
		{
			kind: 'points',
			items: [
				'Modelled the queue of a campus café from 180 timed orders; a second till in two peak hours would cut the average wait from 7 to 4 minutes.',
			],
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: degree.title,
			organisation: degree.university,
			dates: `Sept ${degree.years[0]} – June ${degree.years[1]}`,
		},
		{ kind: 'text', text: `2:1 expected. ${project.module} ${project.mark}, Statistics 68.` },
		{
			kind: 'role',
			title: foundation.title,
			organisation: 'Leeds',
			dates: `Sept ${foundation.years[0]} – June ${foundation.years[1]}`,
		},
		{
			kind: 'role',
			title: `${school.title} (West African school certificate)`,
			organisation: 'Lagos, Nigeria',
			dates: school.year,
		},
		{ kind: 'text', text: 'Seven subjects including Mathematics A1, English B2.' },
		{ kind: 'heading', text: 'Skills' },
		{
			kind: 'text',
			text: '**Tools:** Excel (lookups, pivot tables), basic SQL (course certificate, Sept 2026)',
		},
		{ kind: 'text', text: '**Languages:** English and Igbo (both fluent)' },
	],
}
