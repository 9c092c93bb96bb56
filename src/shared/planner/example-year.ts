import type { Due, PlanData } from './plan-data.ts'

/** One student’s year, which is invented. */
export const exampleYear: PlanData = {
	firstMonday: '2026-09-28',
	lastWeek: 41,
	startingPence: 12_000,
	terms: ['2026-09-28', '2027-01-11', '2027-04-19'],
	showWeek: 6,
	bank: { pence: 127_926, date: '2026-11-06' },
	income: [
		loan('Maintenance loan, autumn', '2026-09-28', 250_000),
		{ ...loan('University bursary', '2026-12-07', 40_000), startsStretch: false },
		loan('Maintenance loan, spring', '2027-01-11', 250_000),
		loan('Maintenance loan, summer', '2027-04-19', 258_000),
		wages('2026-10-23', '2026-12-11'),
		wages('2027-01-22', '2027-05-21'),
		{
			name: 'From home',
			pence: 1_500,
			rhythm: 'Weekly',
			first: '2026-09-28',
			last: null,
			startsStretch: false,
		},
	],
	costs: [
		{ name: 'Rent', pence: 52_000, rhythm: 'Monthly', first: '2026-10-01', last: '2027-06-01' },
		{
			name: 'Gas, electricity, internet',
			pence: 4_200,
			rhythm: 'Monthly',
			first: '2026-10-05',
			last: '2027-06-05',
		},
		{ name: 'Phone', pence: 900, rhythm: 'Monthly', first: '2026-10-12', last: null },
		{ name: 'Bus pass', pence: 1_400, rhythm: 'Weekly', first: '2026-09-28', last: '2027-06-18' },
		{ name: 'Swimming', pence: 5_550, rhythm: 'Termly', first: '2026-09-28', last: null },
		once('Train home, Christmas', '2026-12-18', 5_800),
		once('Train home, Easter', '2027-03-26', 5_800),
	],
	goals: [
		{
			name: 'Deposit for next year’s house',
			targetPence: 48_000,
			savedPence: 6_000,
			fromWeek: 1,
			byWeek: 24,
		},
		{ name: 'Laptop repair fund', targetPence: 12_000, savedPence: 0, fromWeek: 1, byWeek: 36 },
	],
	spending: [
		{ date: '2026-09-28', category: 'Food', pence: 3_460, note: 'First big shop' },
		{ date: '2026-09-29', category: 'Clothes and home', pence: 2_199, note: 'Pan, two plates, lamp' },
		{ date: '2026-10-01', category: 'Going out', pence: 1_450, note: 'Freshers’ quiz' },
		{ date: '2026-10-03', category: 'Going out', pence: 2_120, note: '' },
		{ date: '2026-10-06', category: 'Food', pence: 2_715, note: 'Shop' },
		{ date: '2026-10-07', category: 'Course', pence: 1_200, note: 'Lab book, printing' },
		{ date: '2026-10-10', category: 'Going out', pence: 1_880, note: '' },
		{ date: '2026-10-13', category: 'Food', pence: 2_540, note: 'Shop' },
		{ date: '2026-10-15', category: 'Health', pence: 990, note: 'Prescription' },
		{ date: '2026-10-17', category: 'Travel', pence: 1_830, note: 'Day in York' },
		{ date: '2026-10-20', category: 'Food', pence: 2_805, note: 'Shop' },
		{ date: '2026-10-22', category: 'Presents', pence: 1_500, note: 'Birthday' },
		{ date: '2026-10-24', category: 'Going out', pence: 2_360, note: 'Concert' },
		{ date: '2026-10-27', category: 'Food', pence: 2_295, note: 'Shop' },
		{ date: '2026-10-30', category: 'Clothes and home', pence: 3_400, note: 'Winter coat, charity shop' },
		{ date: '2026-11-03', category: 'Food', pence: 1_980, note: 'Shop' },
		{ date: '2026-11-04', category: 'Going out', pence: 640, note: 'Coffee with Jo' },
	],
}

function loan(name: string, first: string, pence: number): PlanData['income'][number] {
	return { name, pence, rhythm: 'Once', first, last: null, startsStretch: true }
}

function wages(first: string, last: string): PlanData['income'][number] {
	return { name: 'Campus café, 8 hours', pence: 9_280, rhythm: 'Weekly', first, last, startsStretch: false }
}

function once(name: string, first: string, pence: number): Due {
	return { name, pence, rhythm: 'Once', first, last: null }
}
