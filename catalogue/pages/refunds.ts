import type { TextPage } from '#shared/content/text-page.ts'
import { bullets, inserts, says } from './write.ts'

export const refunds: TextPage = {
	title: 'Refunds',
	description:
		'When you get your money back for a Headstart guide: changing your mind, a faulty file, paying twice. How to ask, and what the law gives you besides.',
	intro:
		'If a guide is faulty or isn’t what its page said, we fix it or pay you back. If you pay twice by mistake, we refund the second payment without your asking.',
	changed: '28 November 2026',
	sections: [
		{
			title: 'Changing your mind',
			text: [
				says(
					'For most things you buy online, UK law gives you 14 days to cancel. For a download that starts immediately you can give up that right, and our checkout asks you to: you ask for your guide immediately and agree that the right to cancel ends when the download is made available to you. Your receipt repeats this.',
				),
				says(
					'We can’t sell you a guide without that agreement, so look inside first: every paid guide shows its contents, some of its pages and a whole chapter before you pay. If you bought the wrong one and haven’t opened it, ',
					{ text: 'ask for your money back', link: '/account/refund' },
					' within 14 days of paying. You needn’t say why, and we refund you immediately; if you have had a refund in the last 30 days, or the price is high, a person does it. If you buy a guide on its own, the download starts automatically once you’ve paid; that alone doesn’t count as opening it.',
				),
			],
		},
		{
			title: 'Your right to cancel',
			text: [
				says(
					'Until your guide is made available to you, you can cancel for any reason, and you don’t have to give one. This matters while a payment from your bank account is on its way, or while a person checks a payment. The right ends when the download is made available to you, and otherwise 14 days after the day on which the payment was confirmed.',
				),
				says(
					'To cancel, tell us clearly that you’ve decided to: write to ',
					{ insert: 'seller-email' },
					' or to our postal address. You can use the form below, but you don’t have to. It’s in time if you send it before the right has ended.',
				),
				says(
					'We then refund everything you paid, the way you paid it, within 14 days of hearing from you. It costs you nothing.',
				),
				{ kind: 'h3', text: ['Model cancellation form'] },
				says('(Copy it, fill it in and send it back only if you want to cancel.)'),
				says('To:'),
				inserts('seller-details'),
				says(
					'I/We* hereby give notice that I/We* cancel my/our* contract for the supply of the following digital content:',
				),
				bullets(
					['Ordered on:'],
					['Name of consumer(s):'],
					['Address of consumer(s):'],
					['Signature of consumer(s) (only if this form is sent on paper):'],
					['Date:'],
				),
				says('* Delete as appropriate.'),
			],
		},
		{
			title: 'When it is faulty',
			text: [
				says(
					'The Consumer Rights Act 2015 says digital content must be of satisfactory quality, fit for its purpose and as described. If ours isn’t:',
				),
				bullets(
					['you can ask us to repair or replace it, within a reasonable time and at no cost to you'],
					[
						'if that isn’t possible, or doesn’t happen in reasonable time, you can have some or all of your money back',
					],
					[
						'if our file damages your device because we were careless, you can ask for a repair or compensation',
					],
				),
				says('Nothing on this page takes any of that away from you.'),
			],
		},
		{
			title: 'How to ask',
			text: [
				says(
					'Go to ',
					{ text: 'Cancel or get your money back', link: '/account/refund' },
					', or press “Cancel or refund” beside the guide in your account. The page says what is true of your purchase, makes the refund if it can, and passes on what you write to a person. You can also write to ',
					{ insert: 'seller-email' },
					' from the address of your account, and say which guide it is and what is wrong with it.',
				),
				says(
					'The money goes back the way you paid, within 14 days of our agreeing to it. Your bank may take a few more days to show it. You can’t download a guide again once it has been refunded.',
				),
			],
		},
		{
			title: 'Several guides in one bundle',
			text: [
				says(
					'A bundle is one purchase. If we refund it, you can’t download any of its guides again. If something is wrong with only one of them, we can also pay you back a part of the price, and you keep them all.',
				),
			],
		},
		{
			title: 'Paid twice',
			text: [
				says(
					'You can’t buy a guide you already own, or a bundle that contains it. If two payments go through anyway, we refund the second in full without your asking.',
				),
			],
		},
		{
			title: 'If we can’t agree',
			text: [
				says(
					'You can get free advice from Citizens Advice (',
					{ text: 'citizensadvice.org.uk', link: 'https://www.citizensadvice.org.uk/' },
					'). The ',
					{ text: 'terms', link: '/terms' },
					' say which courts may decide.',
				),
			],
		},
	],
}
