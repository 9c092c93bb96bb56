import type { MailTexts } from '#shared/mail-texts.ts'
import { standardMoneyTexts } from './money-texts.ts'

const noticeWhy =
	'You’re receiving this email because {address} belongs to an account at {site}. You can’t switch off emails like this one.'

/** The texts of emails unless the owner changes them. */
export const standardMailTexts: MailTexts = {
	confirmation: {
		subject: 'Confirm your email for Headstart',
		title: 'Confirm your email',
		preheader: 'One step left: press the button and your account is ready.',
		lead: 'One step left. Press the button, confirm on the page that opens, and your account is ready.',
		plainLead: 'One step left. Open this link and press the button on the page:',
		button: 'Confirm my email',
		codeLead: 'Prefer a code? Use',
		why: 'You’re receiving this email because {address} was entered at {site}. If that wasn’t you, delete this email. Nobody can sign in with your address unless the button is pressed.',
	},
	invite: {
		subject: 'You’re invited to Headstart',
		title: 'You’re invited to Headstart',
		preheader: 'Press the button to open the account that was created for you.',
		lead: 'An account was created for you. Press the button, confirm on the page that opens, and choose a password.',
		plainLead:
			'An account was created for you. Open this link, press the button on the page, and choose a password:',
		button: 'Accept the invitation',
		codeLead: 'Prefer a code? Use',
		why: 'You’re receiving this email because the people who run {site} invited {address}. If you don’t want an account, delete this email. Nobody can sign in with your address unless the button is pressed.',
	},
	'magic-link': {
		subject: 'Sign in to Headstart',
		title: 'Sign in to Headstart',
		preheader: 'Press the button to sign in.',
		lead: 'Press the button, then the one on the page that opens. You don’t need a password.',
		plainLead: 'Open this link and press the button on the page to sign in. You don’t need a password:',
		button: 'Sign in',
		codeLead: 'Prefer a code? Use',
		why: 'You’re receiving this email because someone asked to sign in at {site} as {address}. If that wasn’t you, delete this email and don’t share the code. Nobody can sign in without it.',
	},
	recovery: {
		subject: 'Set a new password for Headstart',
		title: 'Set a new password',
		preheader: 'Press the button and choose a new password.',
		lead: 'Press the button, then the one on the page that opens. Your old password then stops working, any passkeys are removed and every other device is signed out. You then choose a new password.',
		plainLead:
			'Open this link and press the button on the page. Your old password then stops working, any passkeys are removed and every other device is signed out. You then choose a new password:',
		button: 'Choose a new password',
		codeLead: 'Prefer a code? Use',
		why: 'You’re receiving this email because someone asked for a new password for {address} at {site}. If that wasn’t you, delete this email. Your password stays as it is.',
	},
	'email-change-current': {
		subject: 'Confirm the change of your Headstart address',
		title: 'Confirm the change of address',
		preheader: 'Press the button if you asked us to change the email address of your account.',
		lead: 'Someone asked us to change the email address of your account. If that was you, press the button here and the one in the email to your new address.',
		plainLead:
			'Someone asked us to change the email address of your account. If that was you, open this link, press the button on the page, and do the same in the email to your new address:',
		button: 'Yes, change my address',
		codeLead: 'Prefer a code? Use',
		why: 'You’re receiving this email because someone asked to change the address of your account at {site}, {address}. If that wasn’t you, don’t press the button. Someone may be using your account: sign in and set a new password, which signs them out.',
	},
	'email-change-new': {
		subject: 'Confirm your new address for Headstart',
		title: 'Confirm your new address',
		preheader: 'Press the button to use this address for your account.',
		lead: 'Press the button to use this address for your account. If you got an email at your old address too, press the button there as well.',
		plainLead:
			'Open this link and press the button on the page to use this address for your account. If you got an email at your old address too, do the same there:',
		button: 'Confirm my new address',
		codeLead: 'Prefer a code? Use',
		why: 'You’re receiving this email because {address} was entered at {site} as someone’s new address. If that wasn’t you, delete this email. Nothing changes.',
	},
	reauthentication: {
		subject: 'Your code for Headstart',
		title: 'Confirm it’s you',
		preheader: 'The code you asked for.',
		lead: 'Enter this code on the page that asked for it.',
		plainLead: 'Enter this code on the page that asked for it.',
		button: '',
		codeLead: 'The code is',
		why: 'You’re receiving this email because someone signed in as {address} at {site} asked for a code. If that wasn’t you, don’t share the code. Someone may be using your account: set a new password, which signs them out.',
	},
	user_updated_password: {
		subject: 'Headstart: your password was changed',
		title: 'Your password was changed',
		happened: 'A new password was set for your account, and every other device was signed out.',
		why: noticeWhy,
	},
	user_recovered: {
		subject: 'Headstart: your account was recovered by email',
		title: 'Your account was recovered by email',
		happened:
			'A link or code sent to this mailbox was used to get into your account. The old password no longer works, any passkeys were removed, and every other device was signed out.',
		why: noticeWhy,
	},
	email_changed: {
		subject: 'Headstart: your address was changed',
		title: 'Your address was changed',
		happened: 'Your account now uses a different email address. This is the last email to this one.',
		why: 'You’re receiving this email because {address} belonged to an account at {site}. You can’t switch off emails like this one.',
	},
	phone_changed: {
		subject: 'Headstart: a phone number now signs you in',
		title: 'A phone number now signs you in',
		happened:
			'A phone number was added to your account, or the old one was replaced. Anyone who gets the codes sent to it can sign in to your account.',
		why: noticeWhy,
	},
	factor_verified: {
		subject: 'Headstart: two-step verification is on',
		title: 'Two-step verification is on',
		happened:
			'An authenticator app, a security key or a phone number was added to your account. From now on signing in asks for it. If that wasn’t you, ask for a new password within seven days and open the link in the email. A day later, we remove whatever was added.',
		why: noticeWhy,
	},
	factor_unenrolled: {
		subject: 'Headstart: a second step was removed',
		title: 'A second step was removed',
		happened:
			'An authenticator app, a security key or a phone number was removed from your account. Signing in no longer asks for it.',
		why: noticeWhy,
	},
	passkey_created: {
		subject: 'Headstart: a passkey was added',
		title: 'A passkey was added',
		happened:
			'A passkey was added to your account. Anyone who holds the device it is on can sign in with it. If that wasn’t you, ask for a new password and open the link in the email. That removes every passkey.',
		why: noticeWhy,
	},
	passkey_deleted: {
		subject: 'Headstart: a passkey was removed',
		title: 'A passkey was removed',
		happened: 'A passkey was removed from your account. It no longer signs you in.',
		why: noticeWhy,
	},
	recovery_codes_made: {
		subject: 'Headstart: new recovery codes were created',
		title: 'New recovery codes were created',
		happened: 'New recovery codes were created for your account. Earlier ones no longer work.',
		why: noticeWhy,
	},
	recovery_codes_removed: {
		subject: 'Headstart: your recovery codes were removed',
		title: 'Your recovery codes were removed',
		happened: 'The recovery codes of your account were removed. They no longer work.',
		why: noticeWhy,
	},
	recovery_code_used: {
		subject: 'Headstart: a recovery code was used',
		title: 'A recovery code was used',
		happened: 'Someone signed in with one of your recovery codes. It can’t be used again.',
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
		happened: 'You can now sign in to your account with another service, such as Google.',
		why: noticeWhy,
	},
	token_reused: {
		subject: 'Headstart: a sign-in was used from two devices',
		title: 'A sign-in was used from two devices',
		happened:
			'Two browsers or programs used the same sign-in to your account within a minute. A sign-in belongs to one browser, so the other may have a copy of it.',
		why: noticeWhy,
	},
	token_revoked: {
		subject: 'Headstart: a device was signed out',
		title: 'A device was signed out',
		happened:
			'An out-of-date copy of a sign-in to your account was used in another browser or network. To be safe, we ended that sign-in. You may have to sign in again.',
		why: noticeWhy,
	},
	...standardMoneyTexts,
	security_notice: {
		when: 'It happened on {when}, London time.',
		advice:
			'If that was you, there’s nothing to do. If it wasn’t, someone else may be in your account. Ask for a new password on the sign-in page: setting it signs everyone else out.',
		button: 'Go to the sign-in page',
	},
	factor_removal: {
		subject: 'Headstart: two-step verification will be switched off',
		title: 'Two-step verification will be switched off',
		lead: 'Your account was recovered by a link or code sent to this mailbox. The account’s two-step verification was set up less than seven days ago, so we’ll switch it off on {when}, London time.',
		keep: 'Did you set it up yourself? Then keep it: press the button, or take the second step when you sign in.',
		wait: 'If you didn’t set it up, there’s nothing to do until then. Once it’s off, ask for a new password on the sign-in page. If it wasn’t you who recovered the account, someone else can read your emails, so change the password of your mailbox first.',
		button: 'Keep two-step verification on',
		why: noticeWhy,
	},
	data_link: {
		subject: 'Your link to ask or complain about your data',
		title: 'Ask or complain about your data',
		happened:
			'On {when} somebody asked us to email a link to {address}, to make a request or a complaint about personal data.',
		next: 'If that was you, press the button and write to us. The link works for 24 hours. If it wasn’t, delete this email.',
		button: 'Write about my data',
		why: 'You’re receiving this email because {address} was entered at {site}.',
	},
	data_request_asked: {
		subject: 'We’ve received your request about your data',
		title: 'We’ve received your request',
		happened: 'On {when} you asked us this about your data:',
		next: 'A person answers you by email, within a month.',
		button: 'See your request',
		why: 'You’re receiving this email because you wrote to {site} about your data from {address}.',
	},
	data_complaint_asked: {
		subject: 'We’ve received your complaint about your data',
		title: 'We’ve received your complaint',
		happened: 'On {when} you complained to us about how we treat your data:',
		next: 'A person looks into it without delay, and emails you what we’ve found and done. You can also complain to the Information Commissioner’s Office, ico.org.uk, at any time.',
		button: 'See your complaint',
		why: 'You’re receiving this email because you wrote to {site} about your data from {address}.',
	},
	data_answered: {
		subject: 'Our answer about your data',
		title: 'Our answer about your data',
		happened: 'On {when} you wrote to us about your data. This is our answer:',
		next: 'If that doesn’t settle it, reply to this email, or complain to the Information Commissioner’s Office, ico.org.uk.',
		button: 'See it in your account',
		why: 'You’re receiving this email because you wrote to {site} about your data from {address}.',
	},
	notice_confirmation: {
		subject: 'Shall we tell you when it’s out? {product}',
		title: 'Shall we tell you when it’s out?',
		preheader: 'Press the button, and we’ll send you one email when the guide is out.',
		lead: 'Someone asked us to email this address when {product} is out. If that was you, press the button, confirm on the page that opens, and we’ll send you one email when it’s ready. Nothing else.',
		plainLead:
			'Someone asked us to email this address when {product} is out. If that was you, open this link, press the button on the page, and we’ll send you a single email when it’s ready:',
		button: 'Yes, tell me',
		lasts: 'The link works for seven days. If you don’t use it, we delete your address.',
		stop: 'Delete my address',
		why: 'You’re receiving this email because {address} was entered at {site}. If that wasn’t you, delete this email. You aren’t put on any list unless the button is pressed.',
	},
	release_notice: {
		subject: '{product} is out',
		title: 'It’s out',
		lead: 'You asked us to tell you when {product} is ready. It’s ready now.',
		button: 'See the guide',
		last: 'We won’t email you about it again.',
		stop: 'Stop emails like this one',
		why: 'You’re receiving this email because you confirmed at {site} that we should tell {address} when this guide is out.',
	},
	review_request: {
		subject: 'What do you think of {product}?',
		title: 'How was it?',
		lead: 'You’ve had {product} for a week or more. What would you tell someone who is thinking about it?',
		button: 'Write a review',
		honest:
			'One to five stars, and a few words if you like. A bad review is as welcome as a good one: we publish both. Your first name is shown with it.',
		stop: 'Don’t ask me for reviews',
		why: 'You’re receiving this email because {address} has the guide from {site}. We ask once about each guide.',
	},
	edition_notice: {
		subject: 'A new edition of {product}',
		title: 'A new edition',
		lead: 'There’s a new edition of {product}. Like every new edition of it, it’s free for you. What changed:',
		button: 'Your guides',
		stop: 'Don’t tell me about new editions',
		why: 'You’re receiving this email because you asked at {site} to be told about new editions of your guides at {address}.',
	},
	announcement: {
		stop: 'Don’t email me about new guides',
		why: 'You’re receiving this email because you asked at {site} for news about new guides at {address}. We send news once a month at most.',
	},
	account_deleted: {
		subject: 'Headstart: your account is deleted',
		title: 'Your account is deleted',
		lead: 'We deleted your account at {site} on {when}, London time, as you asked.',
		gone: 'Your name, your address, your password, your sessions, your reviews and your list of guides have been deleted. They can’t be restored.',
		kept: 'We keep records of payments for as long as tax law requires, without your name or address. The payment provider keeps its own.',
		pending: 'A payment that wasn’t complete yet is cancelled. If your bank takes it anyway, we refund it.',
		notYou:
			'If it wasn’t you who deleted it, someone had access to your account. Please write to us, and change that password wherever else you use it.',
		notAsked: 'If you didn’t ask us to delete it, please let us know.',
		contact: 'Write to us',
		why: 'You’re receiving this email because {address} belonged to the account. This is our last email to you. We’ve now deleted this address too.',
	},
}
