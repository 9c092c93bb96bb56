import type { WordDocument } from './document.ts'

export const worksheet: WordDocument = {
	fileName: '2-Worksheet-and-log.docx',
	title: 'Worksheet: evidence, verbs and log',
	blocks: [
		{ kind: 'title', text: 'Worksheet: evidence, verbs and log' },
		{
			kind: 'text',
			text: 'Forty minutes. List first, judge later. You’ll have twelve lines at the end; an application needs about seven.',
		},
		{ kind: 'heading', text: '1. List everything (10 minutes)' },
		{
			kind: 'text',
			text: 'Each job, role, project and duty since you were 16, one line each: paid, unpaid, at home, at school, online.',
		},
		{ kind: 'points', items: ['…', '…', '…', '…', '…', '…', '…', '…', '…', '…'] },
		{ kind: 'heading', text: '2. Choose six' },
		{ kind: 'text', text: 'Those nearest to the jobs you want. Mark them with a star above.' },
		{ kind: 'heading', text: '3. Seven questions for each (20 minutes)' },
		{
			kind: 'points',
			items: [
				'How many? (people, orders, pages, pounds, children, lines of stock)',
				'How often? (a shift, a week, a term)',
				'How fast, and compared with what?',
				'With what? (tool, method, language)',
				'What was it like before?',
				'Who noticed? (asked back, copied it, thanked you, gave you the keys)',
				'What would have gone wrong without me?',
			],
		},
		{
			kind: 'grid',
			header: [
				'What I did',
				'How many, often, fast',
				'With what',
				'Before',
				'After',
				'Who noticed',
				'And without me?',
			],
			widths: [18, 15, 12, 12, 12, 16, 15],
			rows: [
				[
					'Stock count (example)',
					'2,000 lines a week, one morning',
					'Excel, scanner',
					'6% errors',
					'2% errors',
					'Manager copied it in two shops',
					'Nobody looked behind the till',
				],
				['', '', '', '', '', '', ''],
				['', '', '', '', '', '', ''],
				['', '', '', '', '', '', ''],
				['', '', '', '', '', '', ''],
				['', '', '', '', '', '', ''],
				['', '', '', '', '', '', ''],
			],
		},
		{ kind: 'heading', text: '4. Write two lines for each (10 minutes)', startsPage: true },
		{
			kind: 'text',
			text: 'Verb + what + how many + with what + what changed. Two of the last three are enough. Verbs are below.',
		},
		{
			kind: 'points',
			items: [
				'Example: Run the weekly inventory count of 2,000 lines in Excel; cut errors from 6% to 2% in one term by moving the scanner to where returns waited.',
				...Array.from({ length: 12 }, () => '…'),
			],
		},
		{ kind: 'heading', text: 'Eighty verbs, by what they prove' },
		{
			kind: 'text',
			text: '**You made something:** assembled, baked, built, coded, composed, created, designed, drafted, drew, edited, filmed, founded, illustrated, produced, programmed, wrote',
		},
		{
			kind: 'text',
			text: '**You changed something:** automated, combined, cut, doubled, fixed, halved, improved, moved, rebuilt, reduced, reorganised, repaired, replaced, shortened, simplified, updated',
		},
		{
			kind: 'text',
			text: '**You carried something:** arranged, booked, cared for, chaired, coached, coordinated, delivered, kept, led, managed, organised, planned, ran, scheduled, supervised, supplied',
		},
		{
			kind: 'text',
			text: '**You found something out:** analysed, asked, audited, calculated, checked, compared, counted, diagnosed, interviewed, mapped, measured, modelled, observed, researched, surveyed, tested',
		},
		{
			kind: 'text',
			text: '**You gave something:** advised, convinced, demonstrated, explained, hosted, interpreted, introduced, negotiated, presented, raised, represented, sold, taught, trained, translated, welcomed',
		},
		{ kind: 'heading', text: 'Words to replace' },
		{
			kind: 'grid',
			header: ['Instead of', 'Say what you did'],
			widths: [35, 65],
			rows: [
				['Responsible for the till', 'Balanced the till on 46 of 48 shifts'],
				['Helped with events', 'Booked the rooms and speakers for 8 events'],
				['Involved in a project', 'Wrote the questionnaire and two of the five chapters'],
				['Good communication skills', 'Explained a delay to 30 passengers, twice, in two languages'],
				['Worked under pressure', 'Served 90 covers in two hours with one colleague ill'],
				['Bar work', 'Served 70 drinks an hour on match days; refused a sale most nights'],
				['Attention to detail', 'Found the double entry that had hidden £210'],
			],
		},
		{ kind: 'heading', text: 'Log of applications', startsPage: true },
		{
			kind: 'text',
			text: 'Read it after ten. No answers: the file or the words. Calls but no interviews: the evidence, the place, the pay or the visa. Interviews but no offers: practise telling the lines as stories.',
		},
		{
			kind: 'grid',
			header: ['Company and role', 'Sent', 'Answer', 'What I changed'],
			widths: [38, 14, 20, 28],
			rows: Array.from({ length: 20 }, () => ['', '', '', '']),
		},
	],
}
