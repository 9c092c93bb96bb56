import type { AboutPage } from '#shared/content/own-pages.ts'
import { creatorStory } from '../creator-story.ts'
import { bullets, says } from './write.ts'

export const about: AboutPage = {
	title: 'About',
	description:
		'Who is behind the Headstart guides, and what we promise: rules with dates, official pages named, and no guide sold before it is finished.',
	headline: { before: 'What someone', marked: 'a year ahead', after: 'would tell you' },
	lead: 'Guides to the parts of student life that no one explains: short enough to read in one sitting, useful enough to keep on your desk all term.',
	covers: ['startup-blueprint', 'budget-planner', 'student-guide'],
	began: { title: 'How it began', note: 'A folder, a group chat, and the same ten questions.' },
	story: creatorStory,
	sections: [
		{
			title: 'What we promise',
			note: 'Tell us if we break one.',
			text: [
				bullets(
					['We date every rule that can change, and name the official page to check it on.'],
					['We don’t sell unfinished guides. They’re marked “Coming Soon” and have no price yet.'],
					['Free means free: no card, no trial, no newsletter you didn’t ask for.'],
					['Paid means paid once. You get ordinary files, and they stay yours.'],
				),
			],
		},
		{
			title: 'Who is behind it',
			note: 'A person answers.',
			text: [
				says(
					'The guides are published and sold by ',
					{ insert: 'seller-name' },
					'. The address and email are on the ',
					{ text: 'contact page', link: '/contact' },
					'.',
				),
			],
		},
		{
			title: 'What this is not',
			note: 'Each guide says who can advise you on your own case.',
			text: [
				says(
					'These guides are not legal, immigration, tax or financial advice. They tell you what you need to know first, and who to ask when it matters.',
				),
				says(
					'Found a mistake, or something that has changed? ',
					{ text: 'Tell us', link: '/contact' },
					', and we’ll correct it in the next edition.',
				),
			],
		},
	],
}
