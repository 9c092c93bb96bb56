import type { ArticlesPage } from '#shared/content/own-pages.ts'

/** The page that lists the articles. A shop has it once its owner has published one. */
export const articles: ArticlesPage = {
	title: 'Articles',
	description:
		'Short articles for students and graduates in the UK, each by a person who signs it, with the day on which it was last changed and the sources it rests on.',
	headline: { marked: 'Articles' },
	intro: 'Short answers to one question each. Every article says who wrote it, when, and from which sources.',
}
