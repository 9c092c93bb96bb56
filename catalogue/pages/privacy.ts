import type { TextPage } from '#shared/content/text-page.ts'
import { bullets, inserts, says } from './write.ts'

export const privacy: TextPage = {
	title: 'Privacy',
	description:
		'What Headstart keeps about you, why, for how long and who else sees it; what stays in your browser; and how to see, correct or delete what is kept.',
	intro:
		'You can read everything here without an account. If you have one, we store what we need to give you your guides, and nothing for advertising.',
	changed: '28 November 2026',
	sections: [
		{ title: 'Who is responsible', text: [inserts('seller-details')] },
		{ title: 'What we store, and why', text: [inserts('stored-data')] },
		{
			title: 'Who else sees it',
			text: [
				bullets(
					[
						'Stripe, when you buy: your email address, which guide, the price, and our number for the purchase. Your card details go straight to Stripe and never reach us.',
					],
					['The company that delivers our email: your address and the email itself, such as a receipt.'],
					['The companies that run our servers and our database, on our instructions only.'],
				),
				inserts('optional-receivers'),
				says(
					'Some of them work outside the UK, under the safeguards UK law requires. We never sell your data.',
				),
			],
		},
		{ title: 'Counting page views', text: [inserts('page-views')] },
		{
			title: 'What stays in your browser',
			text: [
				inserts('sign-in-cookie'),
				says(
					'Reading, buying and signing in with your email set no cookies. The site stores these items in your browser:',
				),
				inserts('browser-storage'),
			],
		},
		{
			title: 'Your rights',
			text: [
				says(
					'On ',
					{ text: 'your account', link: '/account' },
					' you can download what we store about you, correct it, and delete your account. You don’t have to ask us.',
				),
				says(
					'You can also ask us for a copy of what we store about you, in a form you can use elsewhere. You can ask us to correct it, delete it, stop using it for a while, or stop using it for one purpose. Write to ',
					{ insert: 'seller-email' },
					' from the address of your account; we answer within a month, free of charge. We keep what the law requires, such as the record of a sale, for as long as it requires and for nothing else.',
				),
			],
		},
		{
			title: 'If you have a complaint about your data',
			text: [
				says(
					'Write to ',
					{ insert: 'seller-email' },
					' or to the postal address above, or use ',
					{ text: 'the form', link: '/account/refund#about-data' },
					', which needs no account and also takes requests, and say what is wrong. It costs nothing. We confirm immediately (a letter, within 30 days) that we have your complaint, look into it without delay, and tell you what we found and what we’ve done. If you have no account, we delete what you wrote a year after our answer.',
				),
				says(
					'If you’re not happy with our answer, or don’t want to wait for it, you can complain to the Information Commissioner’s Office: ',
					{ text: 'ico.org.uk/make-a-complaint', link: 'https://ico.org.uk/make-a-complaint/' },
					', 0303 123 1113.',
				),
			],
		},
	],
}
