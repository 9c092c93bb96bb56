import type { MailTexts, MoneyNotice } from '#shared/mail-texts.ts'

const moneyWhy =
	'You’re receiving this email because {address} belongs to an account at {site} that paid for {product}.'

const orderWhy =
	'You’re receiving this email because {address} belongs to an account at {site} that ordered {product}.'

/** The texts of emails about refunds, disputes and payments that take days unless the owner changes them. */
export const standardMoneyTexts: Pick<MailTexts, MoneyNotice> = {
	refunded: {
		subject: 'Your refund: {product}',
		title: 'We’ve refunded you',
		happened:
			'On {when} we refunded {amount} for {product}. The money goes back the way you paid, and your bank may take a few days to show it.',
		next: 'The guide is no longer in your account. You can buy it again whenever you like.',
		nextForBundle: 'The guides are no longer in your account. You can buy them again whenever you like.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	partly_refunded: {
		subject: 'Your refund: {product}',
		title: 'We’ve refunded part of your payment',
		happened:
			'On {when} we refunded {amount} of what you paid for {product}. The money goes back the way you paid, and your bank may take a few days to show it.',
		next: 'The guide stays yours.',
		nextForBundle: 'The guides stay yours.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	one_of_two_refunded: {
		subject: 'You paid twice: we’ve refunded {amount}',
		title: 'We’ve refunded one of your payments',
		happened:
			'You paid twice for {product}, so on {when} we refunded one payment, {amount}. The money goes back the way you paid, and your bank may take a few days to show it.',
		next: 'The guide stays yours. There’s nothing for you to do.',
		nextForBundle: 'You keep the guides that you paid for twice. There’s nothing for you to do.',
		button: 'See your guides',
		why: moneyWhy,
	},
	refunded_by_hand: {
		subject: 'Your refund: {product}',
		title: 'We’ve paid you back',
		happened:
			'On {when} we paid you back {amount} for {product} by means other than your card, as agreed with you.',
		next: 'This cancels your purchase. If the money hasn’t arrived, please write to us.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	refund_failed: {
		subject: 'Your refund didn’t arrive: {product}',
		title: 'Our refund came back to us',
		happened:
			'The {amount} we refunded for {product} on {when} didn’t reach you. Your bank couldn’t take it, for example because a card has expired, or the refund was cancelled.',
		next: 'You have the guide in your account. If you’d rather have your money back, please write to us, and we’ll find another way to pay you.',
		nextForBundle:
			'You have the guides in your account. If you’d rather have your money back, please write to us, and we’ll find another way to pay you.',
		button: 'See your guides',
		why: moneyWhy,
	},
	refund_failed_owed: {
		subject: 'Your refund didn’t arrive: {product}',
		title: 'Our refund came back to us',
		happened:
			'The {amount} we refunded for {product} on {when} didn’t reach you. Your bank couldn’t take it, for example because a card has expired, or the refund was cancelled.',
		next: 'The money is still owed to you. Please write to us, and we’ll find another way to pay you.',
		button: 'See your guides',
		why: moneyWhy,
	},
	dispute_lost: {
		subject: 'Your bank has given you back {amount}',
		title: 'Your bank has given the money back',
		happened:
			'Your payment for {product} was disputed with your bank, and your bank has given {amount} back to you.',
		next: 'So the guide is no longer in your account. You can buy it again whenever you like.',
		nextForBundle: 'So the guides are no longer in your account. You can buy them again whenever you like.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	dispute_lost_one_of_two: {
		subject: 'Your bank has given you back {amount}',
		title: 'Your bank has given one payment back',
		happened:
			'You paid twice for {product}. One of the payments was disputed with your bank, and your bank has given {amount} back to you.',
		next: 'The guide stays yours. There’s nothing for you to do.',
		nextForBundle: 'You keep the guides that you paid for twice. There’s nothing for you to do.',
		button: 'See your guides',
		why: moneyWhy,
	},
	dispute_partly_lost: {
		subject: 'Your bank has given you back {amount}',
		title: 'Your bank has given part of the money back',
		happened:
			'Part of your payment for {product} was disputed with your bank, and your bank has given {amount} back to you.',
		next: 'The guide stays yours.',
		nextForBundle: 'The guides stay yours.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	dispute_partly_won: {
		subject: 'Your bank has changed its decision: {product}',
		title: 'Your bank has changed its decision',
		happened:
			'Your bank has looked again at the disputed part of your payment for {product}, {amount}, and decided in our favour.',
		next: 'The guide stays yours.',
		nextForBundle: 'The guides stay yours.',
		button: 'See your guides',
		why: moneyWhy,
	},
	dispute_won: {
		subject: 'Your bank has changed its decision: {product}',
		title: 'Your bank has changed its decision',
		happened:
			'Your bank has looked again at the disputed payment of {amount} for {product}, and decided in our favour.',
		next: 'So the guide is in your account again.',
		nextForBundle: 'So the guides are in your account again.',
		button: 'See your guides',
		why: moneyWhy,
	},
	payment_pending: {
		subject: 'We’ve got your order: {product}',
		title: 'Your payment is on its way',
		happened:
			'On {when} you ordered {product} for {amount}. Your bank is sending the money, which can take a few working days.',
		next: 'As soon as it arrives, we’ll email you the receipt, and the guide will be under Your guides. Please don’t pay again.',
		nextForBundle:
			'As soon as it arrives, we’ll email you the receipt, and the guides will be under Your guides. Please don’t pay again.',
		button: 'See your guides',
		why: orderWhy,
	},
	payment_failed: {
		subject: 'Your payment didn’t go through: {product}',
		title: 'Your payment didn’t go through',
		happened:
			'Your bank didn’t send the {amount} for {product} that you ordered on {when}, so there’s nothing to download yet.',
		next: 'If you still want it, please pay again. With a card it’s yours straight away.',
		nextForBundle: 'If you still want the guides, please pay again. With a card they’re yours straight away.',
		button: 'Pay again',
		why: orderWhy,
	},
	payment_held: {
		subject: 'We’re checking your payment: {product}',
		title: 'Your payment is on hold',
		happened:
			'On {when} you ordered {product} for {amount}. Something about your payment doesn’t match the order, so a person will check it, then release what you’ve ordered or refund you.',
		next: 'We haven’t delivered anything yet. Please don’t pay again. If you’d rather not wait, you can cancel, and the button shows how.',
		button: 'See what I can do',
		why: orderWhy,
	},
	refund_link: {
		subject: 'Your link for {product}',
		title: 'Cancel, get your money back, or tell us what is wrong',
		happened:
			'You asked for this link at {site}. It’s for {product}, which you ordered on {when} for {amount}. Press the button to see what you can do.',
		next: 'The link works for 24 hours. Whoever has it can cancel, so don’t pass it on. Nothing happens until you confirm on the page.',
		button: 'See what I can do',
		why: 'You’re receiving this email because {address} was entered at {site} to cancel a purchase. If that wasn’t you, delete this email, and nothing happens.',
	},
	refund_asked: {
		subject: 'We’re refunding you: {product}',
		title: 'We’ve received your request',
		happened:
			'On {when} you asked for your money back for {product}. We’re giving the {amount} back the way you paid. Your bank may take a few days to show it.',
		next: 'The guide is no longer in your account. We’ll email you again once the refund is made.',
		nextForBundle: 'The guides are no longer in your account. We’ll email you again once the refund is made.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	cancellation_asked: {
		subject: 'You’ve cancelled your order: {product}',
		title: 'Your order is cancelled',
		happened:
			'On {when} you cancelled your order of {product}. Your bank is still sending the {amount}. As soon as it arrives, we’ll give it back the way you paid.',
		next: 'There’s nothing else for you to do.',
		button: 'See your guides',
		why: orderWhy,
	},
	help_asked: {
		subject: 'We’ve received your message: {product}',
		title: 'We’ve received your message',
		happened: 'On {when} you wrote to us about {product}, for which you paid {amount}:',
		next: 'A person reads it and answers you by email.',
		button: 'See your guides',
		why: moneyWhy,
	},
	request_answered: {
		subject: 'Our answer: {product}',
		title: 'Our answer to your message',
		happened: 'On {when} you wrote to us about {product}, for which you paid {amount}. This is our answer:',
		next: 'If that doesn’t settle it, reply to this email.',
		button: 'See your guides',
		why: moneyWhy,
	},
}
