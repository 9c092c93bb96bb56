import type { TextPage } from '#shared/content/text-page.ts'
import { bullets, says } from './write.ts'

export const accessibility: TextPage = {
	title: 'Accessibility',
	description:
		'How well this site and its guides work with a keyboard, a screen reader or large text, what doesn’t work yet, and whom to tell if something is in your way.',
	intro: 'Everyone should be able to read, buy and use what we offer. This page says how far we are.',
	changed: '28 November 2026',
	sections: [
		{
			title: 'How accessible this site is',
			text: [
				says(
					'We build it to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, and know of no page of ours that fails them. It works:',
				),
				bullets(
					['with a keyboard alone'],
					['with text at twice its size, and on a narrow screen without scrolling sideways'],
					['in a light and a dark theme, and without animation if your device asks for that'],
					['without scripts, for reading; signing in and paying need them'],
				),
				says('Every picture has a description, and the film a transcript.'),
			],
		},
		{
			title: 'How accessible the guides are',
			text: [
				says(
					'Each guide’s page says what its own files offer under “Access”, as read from them. Where it says “Tagged PDF”, a screen reader reads the text in its order. Most guides can also be read on a web page or as an e-book, in which you choose the size of the text.',
				),
				says('If you need a guide in another form, ask us before or after you buy it, at no extra cost.'),
			],
		},
		{
			title: 'What we know doesn’t work well',
			text: [
				bullets(
					['The payment page belongs to Stripe, and we can’t change how it works.'],
					['Spreadsheets and Word templates are hard to use on a phone.'],
					['Earlier editions of a guide, and files in it without an “Access” line, may not be tagged.'],
					['Example pages are shown as pictures. Their descriptions say what is on them, not every word.'],
				),
			],
		},
		{
			title: 'How we check',
			text: [
				says(
					'Programs check every page against the rules that programs can check, on a phone and a laptop and in both themes, and press through it with a keyboard before each release. No outside organisation has audited the site. Last checked on 28 November 2026.',
				),
			],
		},
		{
			title: 'For universities',
			text: [
				says(
					'The site and the guides are built to the level that the Public Sector Bodies Accessibility Regulations 2018 ask of you: WCAG 2.2, AA. If you buy for your students or link to us, we fill in your questionnaire about accessibility, and tell you which guide fails what.',
				),
			],
		},
		{
			title: 'If something is in your way',
			text: [
				says(
					'Write to ',
					{ insert: 'seller-email' },
					' and say which page or guide it is and what you use to read it. A person answers, and sends you what you need in another form while we mend it. If you’re not happy with our answer, the ',
					{
						text: 'Equality Advisory and Support Service',
						link: 'https://www.equalityadvisoryservice.com/',
					},
					' can advise you.',
				),
			],
		},
	],
}
