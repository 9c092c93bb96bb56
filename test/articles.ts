import type { Article, PublishedArticle } from '#shared/content/article.ts'

/** An article with everything that one can have. */
export const depositArticle: Article = {
	title: 'What your deposit is for',
	slug: 'what-your-deposit-is-for',
	summary:
		'A landlord may keep part of a deposit for three reasons only, and each must be shown with evidence.',
	author: 'Priya Shah',
	checkedBy: 'Tom Reid, housing adviser',
	text: [
		{ kind: 'paragraph', text: ['A deposit is ', { text: 'your money', marked: true }, '.'] },
		{ kind: 'h2', text: ['Three reasons'] },
		{ kind: 'note', text: ['Take photographs on the first day.'] },
		{ kind: 'bullets', items: [['Damage'], [{ text: 'Unpaid rent', strong: true }], ['Missing things']] },
		{ kind: 'h3', text: ['Where it is kept'] },
		{
			kind: 'paragraph',
			text: [
				'In a scheme. ',
				{ text: 'Our guide', link: '/products/student-guide' },
				' has a letter for it.',
			],
		},
		{ kind: 'numbers', items: [['Ask for the certificate.'], ['Keep it.']] },
	],
	picture: [],
	sources: [
		{
			name: 'GOV.UK: Deposit protection',
			address: 'https://www.gov.uk/tenancy-deposit-protection',
			read: '2026-11-20',
		},
	],
	related: ['student-guide', 'budget-planner'],
}

/** Returns an article as visitors see it. */
export function publishedArticle(change: Partial<PublishedArticle> = {}): PublishedArticle {
	return {
		...depositArticle,
		id: '1',
		publishedAt: '2026-11-21T09:30:00.000Z',
		changedAt: '2026-11-24T23:30:00.000Z',
		...change,
	}
}
