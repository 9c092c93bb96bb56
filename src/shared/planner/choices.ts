export const rhythms = ['Weekly', 'Fortnightly', 'Four-weekly', 'Monthly', 'Termly', 'Once'] as const
export type Rhythm = (typeof rhythms)[number]

/** The names that spending has until its user chooses others. */
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

/** The number of rows for each list, filled or not. `listed` is how many problems the dashboard names. */
export const rooms = {
	income: 12,
	costs: 16,
	goals: 4,
	categories: spendingCategories.length,
	spending: 1500,
	weeks: 52,
	terms: 3,
	listed: 5,
} as const

/** The largest amount accepted. A date typed into the wrong column is a number above 40,000, so it is refused. */
export const largestPounds = 40_000

/** A row whose name or note begins with this word is right as it is: no question is asked about it. */
export const okWord = 'OK'

/** Words in the name of a cost that nearly everybody has to pay again and again. */
export const livingWords = ['rent', 'halls', 'bill', 'gas', 'electric', 'internet', 'phone'] as const

/** From how many pounds a question is worth asking. Smaller amounts are often the same by chance. */
export const askedFrom = { sameTwice: 5, asMuchAsCost: 30, oftenIncome: 1000 } as const

/** How many days a cost may end before the plan, or begin after it, without a question. */
export const unaskedDays = 45

/** How many payments below zero in a week look like pasted lines whose sign has to be turned. */
export const manyRefunds = 3
