import type { CataloguedVideo } from '#catalogue/gallery.ts'

/** A scene of the film. */
export interface FilmScene {
	headline: string
	seconds: number
	/** Shown as its caption, and as a paragraph of the transcript. */
	words: string
}

/** In the order of the film. A test checks the figures against the example planner. */
export const plannerScenes = {
	title: {
		headline: 'One number for the week',
		seconds: 2.4,
		words: 'The Student Budget Planner turns loan instalments into one number for each week.',
	},
	moneyIn: {
		headline: 'Type what comes in',
		seconds: 5.6,
		words: 'Setup: £120 in the account, then a loan instalment of £2,500 on 28 September. The others follow.',
	},
	fixedCosts: {
		headline: 'Then what is fixed',
		seconds: 4,
		words: 'Fixed costs: rent of £520 a month, then bills, phone, passes and trains home.',
	},
	spending: {
		headline: 'Type the week’s spending',
		seconds: 4,
		words: 'Spending, five minutes a week: £19.80 on food and £6.40 on coffee with Jo.',
	},
	dashboard: {
		headline: 'It gives one number',
		seconds: 4.8,
		words: 'Dashboard, week 6: £103.12 is safe to spend this week, and £76.92 of it is left.',
	},
	ticket: {
		headline: 'Spend, and it follows',
		seconds: 4.6,
		words: 'A concert ticket of £38 is added to Spending: £38.92 is left for this week.',
	},
	year: {
		headline: 'And the year holds',
		seconds: 2.8,
		words:
			'A chart shows the account at the end of each week of the year, by plan. It never goes below zero.',
	},
	end: {
		headline: 'Fifteen minutes once, five a week',
		seconds: 1.8,
		words: 'Fifteen minutes to set up, five minutes a week after that.',
	},
} as const satisfies Record<string, FilmScene>

const scenes: readonly FilmScene[] = Object.values(plannerScenes)

/** The planner in use. */
export const plannerVideo: CataloguedVideo = {
	name: 'planner',
	width: 720,
	height: 900,
	seconds: Math.ceil(scenes.reduce((sum, { seconds }) => sum + seconds, 0)),
	alt: 'A silent film of the spreadsheet: income, fixed costs and a week of spending are typed in, and the dashboard answers with what’s safe to spend.',
	transcript: scenes.map(({ words }) => words),
	poster: {
		name: 'poster',
		widths: [360, 720],
		alt: 'The dashboard of the planner in week 6: £103.12 is safe to spend this week.',
	},
	captions: { language: 'en-GB', label: 'English' },
}
