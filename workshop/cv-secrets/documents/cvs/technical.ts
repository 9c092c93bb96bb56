import type { WordDocument } from '../document.ts'

/** Yusuf is invented. Tools come first, for keyword searches; projects second, for the engineer who reads the CV. */
export const technicalCv: WordDocument = {
	fileName: '4-Example-technical.docx',
	title: 'CV of Yusuf Rahman',
	design: 'modern',
	kind: 'cv',
	blocks: [
		{ kind: 'title', text: 'Yusuf Rahman' },
		{
			kind: 'contact',
			parts: ['Birmingham', '07700 900745', 'yusuf.rahman@example.com', 'github.com/yusuf-rahman-example'],
		},
		{
			kind: 'text',
			text: 'Final-year Computer Science student with a placement year in back-end development. Looking for a graduate software engineer role from July 2027.',
		},
		{ kind: 'heading', text: 'Skills' },
		{ kind: 'text', text: '**Used at work:** Java, Spring Boot, PostgreSQL, Docker, GitHub Actions, JUnit' },
		{ kind: 'text', text: '**Used in projects:** TypeScript, React, Python, Linux, Playwright' },
		{ kind: 'text', text: '**Languages:** English and Bengali (both fluent)' },
		{ kind: 'heading', text: 'Experience' },
		{
			kind: 'role',
			title: 'Software engineering placement',
			organisation: 'Tamarisk Logistics Software, Birmingham',
			dates: 'July 2025 – June 2026',
		},
		{
			kind: 'points',
			items: [
				'One of five engineers on the service that plans 9,000 deliveries a day (Java, Spring Boot, PostgreSQL).',
				'Cut the slowest page from 4.1 s to 0.6 s by measuring its queries and adding two indexes; complaints about it stopped.',
				'Wrote the address checker that replaced a paid service; it saves £310 a month and has 140 tests.',
				'On the support rota from month seven: handled 23 incidents and wrote up the four that mattered.',
			],
		},
		{ kind: 'heading', text: 'Projects' },
		{
			kind: 'role',
			title: 'Prayer room finder (TypeScript, React, PostgreSQL)',
			organisation: 'Own project, in use',
			dates: 'Oct 2024 – present',
		},
		{
			kind: 'points',
			items: [
				'A map of quiet rooms on campus that 640 students opened last term; tested with a screen reader.',
				'Its error log showed that one visit in five lost signal in the library basement; I made it work offline.',
			],
		},
		{
			kind: 'role',
			title: 'Timetable clash checker (Python)',
			organisation: 'Team of three, databases module, mark 78',
			dates: 'Jan 2025 – Apr 2025',
		},
		{
			kind: 'points',
			items: ['I wrote the solver; in nine seconds it found 31 clashes in last year’s published timetable.'],
		},
		{ kind: 'heading', text: 'Education' },
		{
			kind: 'role',
			title: 'BSc Computer Science with placement year, First expected',
			organisation: 'Aston University, Birmingham',
			dates: 'Sept 2023 – June 2027',
		},
		{
			kind: 'text',
			text: 'Algorithms 81, Databases 78, Operating Systems 70. Final project: testing for slow queries.',
		},
		{
			kind: 'role',
			title: 'A-levels: Mathematics A, Computer Science A, Physics B',
			organisation: 'Bordesley Sixth Form, Birmingham',
			dates: 'Sept 2021 – June 2023',
		},
		{ kind: 'heading', text: 'Volunteering' },
		{
			kind: 'role',
			title: 'Repairs volunteer',
			organisation: 'Small Heath Repair Café, Birmingham',
			dates: 'Feb 2024 – present',
		},
		{
			kind: 'points',
			items: [
				'Mended about 90 phones and laptops; explain each fault to its owner in words they can use in a shop.',
			],
		},
	],
}
