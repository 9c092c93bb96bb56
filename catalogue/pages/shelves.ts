import type { Category } from '#shared/catalogue-schema.ts'
import type { CategoryPage, ShelfPage } from '#shared/content/own-pages.ts'

// The pages that list some of the guides.

export const free: ShelfPage = {
	title: 'Free guides',
	description:
		'Free guides for students and graduates, as PDF: a first year at university, an idea tested in four weeks. No card, no trial, yours to keep and print.',
	headline: { marked: 'Free', after: 'guides' },
	intro:
		'They cost nothing, and nothing is left out. You need an account, so that you can download them again on any device.',
	others: 'Paid once, if you want a template as well',
}

export const premium: ShelfPage = {
	title: 'Premium guides',
	description:
		'Guides with files to fill in and make your own: a CV that gets read, a budget that lasts the term. Paid once, no subscription, the files are yours.',
	headline: { marked: 'Premium', after: 'guides' },
	intro:
		'These come with files to fill in and make your own. You pay once, with no subscription, and the files are yours.',
	others: 'Free to start with',
}

/** Returns the words of a category's page. The second sentence of its description stands only in search results. */
function category(title: string, intro: string, offer: string): CategoryPage {
	return {
		title,
		description: `${intro} ${offer}`,
		intro,
		others: 'Next to these on the shelf',
		meanwhile: 'To read in the meantime',
	}
}

export const categoryPages: Readonly<Record<Category, CategoryPage>> = {
	Career: category(
		'Career guides',
		'From settling in and the first part-time job to the graduate application.',
		'Guides and Word templates for students in the UK.',
	),
	Finance: category(
		'Finance guides',
		'What comes in, what goes out, and the one number to remember each week.',
		'A budget planner, as a spreadsheet and on paper, for students in the UK.',
	),
	Money: category(
		'Money guides',
		'Earning alongside a degree: where, for how much, and what to watch for.',
		'Guides for students in the UK, with some still being written.',
	),
	Academic: category(
		'Academic guides',
		'How to study so that it sticks, and fits into a real week.',
		'Guides for students and graduates in the UK, with some still being written.',
	),
	Business: category(
		'Business guides',
		'From an idea to something strangers can say yes or no to.',
		'Guides and worksheets for students and graduates in the UK, free.',
	),
}
