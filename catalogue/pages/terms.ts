import type { TextPage } from '#shared/content/text-page.ts'
import { bullets, inserts, says } from './write.ts'

export const terms: TextPage = {
	title: 'Terms',
	description:
		'What you get when you take or buy a Headstart guide, what it costs, how it is delivered, when you can cancel, and what you may do with the files.',
	intro: 'What we both agree to when you use this shop.',
	changed: '28 November 2026',
	sections: [
		{ title: 'Who you deal with', text: [inserts('seller-details')] },
		{
			title: 'What we sell',
			text: [
				says(
					'Guides and templates as files to download: PDF, Word and spreadsheet files, alone or in a ZIP. Each guide’s page says what is in it, its format, its length and its edition. They carry no copy protection and open in ordinary programs, with no app or subscription of ours.',
				),
				says(
					'Sometimes we also sell several guides together, as a bundle at a lower price than one by one. You download each of its guides separately.',
				),
				says('A guide that isn’t finished says “Coming Soon”. It has no price, and you can’t buy it yet.'),
			],
		},
		{
			title: 'Your account',
			text: [
				says(
					'You need an account to take a free guide or buy one, so that you can download it again. Give an email address that is yours, and keep the password to yourself. You can stop using your account at any time.',
				),
			],
		},
		{
			title: 'Price and payment',
			text: [
				says(
					'The price on the page is the whole price in pounds, paid once; where VAT is due it is included. You pay on the page of Stripe, our payment provider, by card or in another way offered there. The contract is made when Stripe confirms the payment, and you get a receipt by email.',
				),
				says(
					'If a price is obviously wrong, we may cancel the sale and refund you, but not after you’ve downloaded the guide.',
				),
			],
		},
		{ title: 'Where we sell', text: [inserts('where-we-sell')] },
		{
			title: 'Before you pay, and what accepting means',
			text: [
				says(
					'The payment page shows what you’re buying and what it costs. You can correct what you’ve typed there, or go back and choose again: nothing is ordered until you press the button that pays.',
				),
				says(
					'By ticking the box there you accept these terms as they are that day, and ask for immediate delivery. By pressing the button you promise to pay.',
				),
				says(
					'The contract is in English. We keep it, and so can you: your receipt repeats what you agreed to, and the terms of that day are attached to its email. You’ll find your receipts under ',
					{ text: 'your guides', link: '/account/guides' },
					', and we’ll send one again if you ask.',
				),
			],
		},
		{
			title: 'Delivery, and your right to cancel',
			text: [
				says(
					'Your download is ready as soon as the payment is confirmed, usually within seconds. It stays in ',
					{ text: 'your guides', link: '/account/guides' },
					', where you can download it again. New editions of guides you own are free.',
				),
				says(
					'At the checkout you ask for your guide immediately and agree that you lose your 14-day right to cancel as soon as the download is made available to you. For the rights you keep, and when we pay you back, see ',
					{ text: 'refunds', link: '/refunds' },
					'.',
				),
			],
		},
		{
			title: 'What you may do with it',
			text: [
				bullets(
					['read, print, fill in and change it for yourself, on as many of your devices as you like'],
					['send out what you make with it: your CV, your budget, your plan'],
					['but don’t pass on, sell or publish the guides and empty templates themselves'],
				),
				says('The copyright in them stays with us or with those who wrote them.'),
			],
		},
		{
			title: 'Reviews',
			text: [
				says(
					'If you have a guide, you can review it, and change your review later. What you write stays yours; you let us show it on this site until you delete your account. We hide a review only for the reasons named below the reviews.',
				),
				says(
					'Only a confirmed account that has the guide can write one, one for each guide. Each says whether its writer bought the guide or has it free, and whether the money was paid back. No one chooses the reviews that are shown: they appear as they’re written, the newest first, and the average counts all that are shown.',
				),
				says(
					'Fake reviews are banned, and so are reviews for a reward or by people with an interest of their own who don’t say so. The law forbids them too: we remove them as unlawful once we know of them, and may close the account. We never give or promise anything for a review. If one looks false to you, write to ',
					{ insert: 'seller-email' },
					': a person checks it.',
				),
			],
		},
		{
			title: 'If you’re under 18',
			text: [
				says(
					'You’re welcome here. Everyone gets the same protection, whatever their age: no advertising, nothing that follows you to other sites or works out where you are, and no emails about news or reviews unless you’ve asked for them. Nothing of yours is shown here except a review if you write one, with your first name. Ask a parent or guardian before you pay; they can write to us too.',
				),
			],
		},
		{
			title: 'What a guide is not',
			text: [
				says(
					'A guide is general information for students and graduates in the UK. What can change has a date beside it. It isn’t legal, immigration, tax or financial advice for your own case; each guide says who to ask for that.',
				),
			],
		},
		{
			title: 'If something goes wrong',
			text: [
				says(
					'We’re responsible for what we sell, as the Consumer Rights Act 2015 says. We aren’t responsible for losses that neither of us could foresee, or for business losses. Nothing here limits our responsibility where the law doesn’t allow it, such as for death or injury caused by negligence, or for fraud.',
				),
				says(
					'We may close an account that is used to attack the shop or to pass its files on. You can still ask us for the guides you’ve paid for, or for your money.',
				),
			],
		},
		{
			title: 'Changes, law, questions',
			text: [
				says(
					'The terms that apply are those on the day you bought. The law of England and Wales applies; wherever you live in the UK you can go to your own courts, and you keep what your local law gives a consumer.',
				),
				says('Questions go to ', { insert: 'seller-email' }, '.'),
			],
		},
	],
}
