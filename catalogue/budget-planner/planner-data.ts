/**
 * The data typed into the planner. The empty file leaves these fields blank, the example file shows them filled. Amounts are integer pence,
 * dates are ISO dates.
 */
export interface PlannerData {
	fileName: string
	title: string
	firstMonday: string
	lastWeek: number
	startingPence: number | null
	/** The week that the dashboard shows. */
	currentWeek: number
	/** Lump sums, such as loan instalments. A sum that has to last until the next one starts a new stretch of the plan. */
	lumps: readonly { name: string; date: string; pence: number; startsStretch: boolean }[]
	weekly: readonly { name: string; pence: number; firstWeek: number; lastWeek: number }[]
	fixed: readonly { name: string; pence: number; rhythm: Rhythm; first: string; last: string }[]
	goals: readonly {
		name: string
		targetPence: number
		savedPence: number
		fromWeek: number
		byWeek: number
	}[]
	spending: readonly { date: string; category: Category; pence: number; note: string }[]
}

export const rhythms = ['Weekly', 'Monthly', 'Once'] as const
export type Rhythm = (typeof rhythms)[number]

export const spendingCategories = [
	'Food',
	'Going out',
	'Travel',
	'Clothes and home',
	'Course',
	'Health',
	'Presents',
	'Other',
] as const
export type Category = (typeof spendingCategories)[number]

/** The number of rows for each list, filled or not. */
export const rooms = { lumps: 6, weekly: 4, fixed: 12, goals: 4, spending: 400, weeks: 52 } as const

export const emptyPlanner: PlannerData = {
	fileName: 'Budget-planner.xlsx',
	title: 'Student Budget Planner',
	firstMonday: '2026-09-28',
	lastWeek: 41,
	startingPence: null,
	currentWeek: 1,
	lumps: [],
	weekly: [],
	fixed: [],
	goals: [],
	spending: [],
}

export const examplePlanner: PlannerData = {
	fileName: 'Budget-planner-example.xlsx',
	title: 'Student Budget Planner, filled in as an example',
	firstMonday: '2026-09-28',
	lastWeek: 41,
	startingPence: 12_000,
	currentWeek: 6,
	lumps: [
		{ name: 'Maintenance loan, autumn', date: '2026-09-28', pence: 250_000, startsStretch: true },
		{ name: 'University bursary', date: '2026-12-07', pence: 40_000, startsStretch: false },
		{ name: 'Maintenance loan, spring', date: '2027-01-11', pence: 250_000, startsStretch: true },
		{ name: 'Maintenance loan, summer', date: '2027-04-19', pence: 258_000, startsStretch: true },
	],
	weekly: [
		{ name: 'Campus café, 8 hours', pence: 9_280, firstWeek: 4, lastWeek: 11 },
		{ name: 'Campus café, 8 hours', pence: 9_280, firstWeek: 17, lastWeek: 34 },
		{ name: 'From home', pence: 1_500, firstWeek: 1, lastWeek: 41 },
	],
	fixed: [
		{ name: 'Rent', pence: 52_000, rhythm: 'Monthly', first: '2026-10-01', last: '2027-06-01' },
		{
			name: 'Gas, electricity, internet',
			pence: 4_200,
			rhythm: 'Monthly',
			first: '2026-10-05',
			last: '2027-06-05',
		},
		{ name: 'Telephone', pence: 900, rhythm: 'Monthly', first: '2026-10-12', last: '2027-07-12' },
		{ name: 'Bus pass', pence: 1_400, rhythm: 'Weekly', first: '2026-09-28', last: '2027-06-18' },
		{ name: 'Swimming', pence: 1_850, rhythm: 'Monthly', first: '2026-10-15', last: '2027-06-15' },
		{ name: 'Train home, Christmas', pence: 5_800, rhythm: 'Once', first: '2026-12-18', last: '2026-12-18' },
		{ name: 'Train home, Easter', pence: 5_800, rhythm: 'Once', first: '2027-03-26', last: '2027-03-26' },
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
