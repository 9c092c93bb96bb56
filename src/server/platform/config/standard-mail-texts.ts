import type { MailTexts } from '#server/platform/config/mail-texts.ts'

const noticeWhy =
	'You are reading this because {address} belongs to an account at {site}. Mails like this one cannot be switched off.'

const moneyWhy =
	'You are reading this because {address} belongs to an account at {site} that paid for this guide.'

/** The texts of emails unless the owner changes them. */
export const standardMailTexts: MailTexts = {
	confirmation: {
		subject: 'Confirm your email for Headstart',
		title: 'Confirm your email',
		preheader: 'One step left: press the button and your account is ready.',
		lead: 'One step left. Press the button, confirm on the page that opens, and your account is ready.',
		plainLead: 'One step left. Open this link and press the button on the page:',
		button: 'Confirm my email',
		codeLead: 'Asked for a code instead? It is',
		why: 'You are reading this because {address} was entered at {site}. If that was not you, delete this mail: without the button, nobody can sign in with your address.',
	},
	'magic-link': {
		subject: 'Sign in to Headstart',
		title: 'Your way in',
		preheader: 'Press the button and you are signed in.',
		lead: 'Press the button, then the one on the page that opens, and you are signed in. No password needed.',
		plainLead: 'Open this link and press the button on the page to sign in. No password needed:',
		button: 'Sign in',
		codeLead: 'Asked for a code instead? It is',
		why: 'You are reading this because somebody asked to sign in at {site} as {address}. If that was not you, delete this mail and tell nobody the code: without it they cannot get in.',
	},
	recovery: {
		subject: 'Set a new password for Headstart',
		title: 'Set a new password',
		preheader: 'Press the button and choose a new password.',
		lead: 'Press the button, then the one on the page that opens. Your old password stops working at that moment, every other device is signed out, and you choose a new password.',
		plainLead:
			'Open this link and press the button on the page. Your old password stops working at that moment, every other device is signed out, and you choose a new password:',
		button: 'Choose a new password',
		codeLead: 'Asked for a code instead? It is',
		why: 'You are reading this because a new password was asked for at {site} for {address}. If that was not you, delete this mail: your password stays as it is.',
	},
	'email-change-current': {
		subject: 'Is your Headstart address to change?',
		title: 'Agree to a new address',
		preheader: 'Your account is to move to another email address. Press the button if you asked for that.',
		lead: 'Your account is to move to another email address. If you asked for that, press the button here and the one in the mail to the new address.',
		plainLead:
			'Your account is to move to another email address. If you asked for that, open this link, press the button on the page, and do the same in the mail to the new address:',
		button: 'Yes, change my address',
		codeLead: 'Asked for a code instead? It is',
		why: 'You are reading this because the account of {address} at {site} asked for another address. If that was not you, do not press the button. Somebody may be using your account: sign in, set a new password, and they are signed out.',
	},
	'email-change-new': {
		subject: 'Confirm your new address for Headstart',
		title: 'Confirm your new address',
		preheader: 'Press the button and your account uses this address.',
		lead: 'Press the button to use this address for your account. If a mail went to your old address too, press the one there as well.',
		plainLead:
			'Open this link and press the button on the page to use this address for your account. If a mail went to your old address too, do the same there:',
		button: 'Confirm my new address',
		codeLead: 'Asked for a code instead? It is',
		why: 'You are reading this because {address} was entered at {site} as somebody’s new address. If that was not you, delete this mail: nothing changes.',
	},
	reauthentication: {
		subject: 'Your code for Headstart',
		title: 'Is it you?',
		preheader: 'A code to go on with.',
		lead: 'Enter this code on the page that asked for it.',
		plainLead: 'Enter this code on the page that asked for it.',
		button: '',
		codeLead: 'The code is',
		why: 'You are reading this because the account of {address} at {site} asked for a code before a change. If that was not you, tell nobody the code. Somebody may be using your account: set a new password, and they are signed out.',
	},
	user_updated_password: {
		subject: 'Headstart: your password was changed',
		title: 'Your password was changed',
		happened: 'A new password was set for your account, and every other device was signed out.',
		why: noticeWhy,
	},
	user_recovered: {
		subject: 'Headstart: your account was recovered by mail',
		title: 'Your account was recovered by mail',
		happened:
			'A link or code sent to this mailbox was used to get into your account. The old password no longer works, and every other device was signed out.',
		why: noticeWhy,
	},
	email_changed: {
		subject: 'Headstart: your address was changed',
		title: 'Your address was changed',
		happened: 'Your account uses another email address from now on. This is the last mail to this one.',
		why: 'You are reading this because {address} belonged to an account at {site}. Mails like this one cannot be switched off.',
	},
	factor_verified: {
		subject: 'Headstart: two-step verification is on',
		title: 'Two-step verification is on',
		happened:
			'An authenticator app was added to your account. Signing in asks for its code from now on. If that was not you, ask for a new password within seven days and open its link: the app is removed a day later.',
		why: noticeWhy,
	},
	factor_unenrolled: {
		subject: 'Headstart: an authenticator app was removed',
		title: 'An authenticator app was removed',
		happened: 'An authenticator app was removed from your account.',
		why: noticeWhy,
	},
	recovery_codes_made: {
		subject: 'Headstart: new recovery codes were made',
		title: 'New recovery codes were made',
		happened: 'New recovery codes were made for your account. Earlier ones no longer work.',
		why: noticeWhy,
	},
	recovery_codes_removed: {
		subject: 'Headstart: your recovery codes were removed',
		title: 'Your recovery codes were removed',
		happened: 'The recovery codes of your account were removed. None of them works any longer.',
		why: noticeWhy,
	},
	recovery_code_used: {
		subject: 'Headstart: a recovery code was used',
		title: 'A recovery code was used',
		happened: 'Somebody signed in with one of your recovery codes. It does not work again.',
		why: noticeWhy,
	},
	identity_unlinked: {
		subject: 'Headstart: a way to sign in was removed',
		title: 'A way to sign in was removed',
		happened:
			'One of the ways to sign in to your account was removed. If it was email and password, the password is gone too.',
		why: noticeWhy,
	},
	identity_linked: {
		subject: 'Headstart: a way to sign in was added',
		title: 'A way to sign in was added',
		happened: 'Your account can be signed in to by one more service from now on, such as Google.',
		why: noticeWhy,
	},
	token_reused: {
		subject: 'Headstart: a sign-in was used from two devices',
		title: 'A sign-in was used from two devices',
		happened:
			'Two browsers or programs used the same sign-in to your account within a minute. A sign-in belongs to one browser, so the other may hold a copy of it.',
		why: noticeWhy,
	},
	token_revoked: {
		subject: 'Headstart: a device was signed out',
		title: 'A device was signed out',
		happened:
			'A sign-in to your account was used again from another place after it had been renewed. To be safe, we signed that device out. You may have to sign in again.',
		why: noticeWhy,
	},
	refunded: {
		subject: 'Your refund: {product}',
		title: 'We’ve refunded you',
		happened:
			'On {when} we refunded {amount} for {product}. The money goes back the way you paid, and your bank may take a few days to show it.',
		next: 'So the guide is no longer in your account. You can buy it again whenever you like.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	partly_refunded: {
		subject: 'Your refund: {product}',
		title: 'We’ve refunded part of your payment',
		happened:
			'On {when} we refunded {amount} of what you paid for {product}. The money goes back the way you paid, and your bank may take a few days to show it.',
		next: 'The guide stays yours.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	one_of_two_refunded: {
		subject: 'You paid twice: we’ve refunded {amount}',
		title: 'We’ve refunded one of your payments',
		happened:
			'You paid twice for {product}, so on {when} we refunded one payment, {amount}. The money goes back the way you paid, and your bank may take a few days to show it.',
		next: 'The guide stays yours. There’s nothing for you to do.',
		button: 'See your guides',
		why: moneyWhy,
	},
	refunded_by_hand: {
		subject: 'Your refund: {product}',
		title: 'We’ve paid you back',
		happened:
			'On {when} we paid {amount} for {product} back to you in another way than by your card, as we agreed with you.',
		next: 'With that, this purchase is undone. If the money hasn’t arrived, please write to us.',
		button: 'See your receipts',
		why: moneyWhy,
	},
	refund_failed: {
		subject: 'Your refund didn’t arrive: {product}',
		title: 'Your bank sent our refund back',
		happened:
			'Your bank couldn’t take the {amount} we refunded for {product} on {when}, and sent it back to us. That happens when a card has expired, for example.',
		next: 'You have the guide in your account. If you’d rather have your money back, please write to us, and we’ll find another way to pay you.',
		button: 'See your guides',
		why: moneyWhy,
	},
	refund_failed_owed: {
		subject: 'Your refund didn’t arrive: {product}',
		title: 'Your bank sent our refund back',
		happened:
			'Your bank couldn’t take the {amount} we refunded for {product} on {when}, and sent it back to us. That happens when a card has expired, for example.',
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
		button: 'See your receipts',
		why: moneyWhy,
	},
	dispute_lost_one_of_two: {
		subject: 'Your bank has given you back {amount}',
		title: 'Your bank has given one payment back',
		happened:
			'You paid twice for {product}. One of the payments was disputed with your bank, and your bank has given {amount} back to you.',
		next: 'The guide stays yours. There’s nothing for you to do.',
		button: 'See your guides',
		why: moneyWhy,
	},
	dispute_won: {
		subject: 'Your bank has decided again: {product}',
		title: 'Your bank has decided again',
		happened:
			'Your bank has looked again at the disputed payment for {product}, and decided that the {amount} stays with us.',
		next: 'So the guide is in your account again.',
		button: 'See your guides',
		why: moneyWhy,
	},
	security_notice: {
		when: 'It happened on {when}, London time.',
		advice:
			'If that was you, there is nothing to do. If it was not, somebody may be in your account: ask for a new password on the sign-in page. Setting it signs everybody else out.',
		button: 'Go to the sign-in page',
	},
	factor_removal: {
		subject: 'Headstart: two-step verification will be switched off',
		title: 'Two-step verification will be switched off',
		lead: 'Your account was recovered by a link or code sent to this mailbox. Its two-step verification was set up less than seven days ago, so we’ll switch it off on {when}, London time.',
		keep: 'Did you set it up yourself? Then keep it: press the button, or sign in with a code from your app.',
		wait: 'If you didn’t set it up, there is nothing to do until then. Once it is off, ask for a new password on the sign-in page. And if it wasn’t you who recovered the account, somebody can read your emails: change the password of your mailbox first.',
		button: 'Keep two-step verification on',
		why: noticeWhy,
	},
	account_deleted: {
		subject: 'Headstart: your account is deleted',
		title: 'Your account is deleted',
		lead: 'Your account at {site} was deleted on {when}, London time, as you asked.',
		gone: 'Your name, your address, your password, your sign-ins and your list of guides are gone, on every device. Nobody can bring them back, and neither can we.',
		kept: 'Records of payments are kept for as long as tax law asks, without your name or address. The payment provider keeps its own.',
		pending:
			'If a payment was still on its way, it is not taken; if the bank takes it all the same, it is given back.',
		notYou:
			'If it was not you who deleted it, somebody had your password. Please write to us, and change that password wherever else you use it.',
		contact: 'Write to us',
		why: 'You are reading this because {address} belonged to the account. It is the last mail to you, and we have now forgotten this address too.',
	},
}
