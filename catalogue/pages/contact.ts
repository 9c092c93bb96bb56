import type { TextPage } from '#shared/content/text-page.ts'
import { bullets, inserts, says } from './write.ts'

export const contact: TextPage = {
	title: 'Contact',
	description:
		'How to reach the people behind Headstart, and what to put in your message about a payment, a download or what we keep about you. A person answers.',
	intro: 'Write to us. A person reads your email and replies to the address you write from.',
	sections: [
		{ title: 'By email', text: [says({ insert: 'seller-email' })] },
		{
			title: 'If something went wrong',
			text: [
				says(
					'If you’ve paid, our payment provider has a record of it, whatever this site showed. To help us find it quickly, please tell us:',
				),
				bullets(
					['the reference from the message you saw, such as 7K2M-Q4PX'],
					['the email address of your account, and of the payment if that’s a different one'],
					['which guide it was about, and roughly when'],
				),
				says('Never send us a password or a card number. We don’t need them and will never ask.'),
			],
		},
		{
			title: 'Common questions',
			text: [
				bullets(
					[{ text: 'Download a guide again', link: '/account/guides' }],
					[{ text: 'Get a refund, or a faulty file fixed', link: '/refunds' }],
					[{ text: 'See, correct or delete what we store about you', link: '/privacy' }],
				),
			],
		},
		{ title: 'Who we are', text: [inserts('seller-details')] },
	],
}
