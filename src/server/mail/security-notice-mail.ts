import { html } from 'hono/html'
import { momentOf } from '#server/mail/dates.ts'
import { mailButton, mailLayout, mailLink, mailNote, mailParagraph } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mail.ts'

/** What owners are told of at once. */
export type SecurityNotice =
	| 'user_updated_password'
	| 'user_recovered'
	| 'email_changed'
	| 'factor_verified'
	| 'factor_unenrolled'
	| 'recovery_codes_made'
	| 'recovery_codes_removed'
	| 'recovery_code_used'
	| 'identity_unlinked'
	| 'identity_linked'

interface NoticeOptions {
	notice: SecurityNotice
	/** Names this event, so that a notice sent twice is recognised as one. */
	entryId: string
	to: string
	at: Date
	siteUrl: string
}

const sentences: Record<SecurityNotice, { title: string; happened: string }> = {
	user_updated_password: {
		title: 'Your password was changed',
		happened: 'The password of your account was changed, and every other device was signed out.',
	},
	user_recovered: {
		title: 'Your account was recovered by mail',
		happened:
			'A link or code sent to this mailbox was used to get into your account, and every other device was signed out.',
	},
	email_changed: {
		title: 'Your address was changed',
		happened: 'Your account uses another email address from now on. This is the last mail to this one.',
	},
	factor_verified: {
		title: 'Two-step verification is on',
		happened: 'An authenticator app was added to your account. Signing in asks for its code from now on.',
	},
	factor_unenrolled: {
		title: 'An authenticator app was removed',
		happened: 'An authenticator app was removed from your account.',
	},
	recovery_codes_made: {
		title: 'New recovery codes were made',
		happened: 'New recovery codes were made for your account. Earlier ones no longer work.',
	},
	recovery_codes_removed: {
		title: 'Your recovery codes were removed',
		happened: 'The recovery codes of your account were removed. None of them works any longer.',
	},
	recovery_code_used: {
		title: 'A recovery code was used',
		happened: 'Somebody signed in with one of your recovery codes. It does not work again.',
	},
	identity_unlinked: {
		title: 'A way to sign in was removed',
		happened: 'One of the ways to sign in to your account was removed.',
	},
	identity_linked: {
		title: 'A way to sign in was added',
		happened: 'Your account can be signed in to by one more service from now on, such as Google.',
	},
}

/** Whether owners are told of an event. */
export function isSecurityNotice(action: string): action is SecurityNotice {
	return Object.hasOwn(sentences, action)
}

/** Tells an owner what happened to their account and what to do if it was not them. Holds nothing anybody has written. */
export function securityNoticeMail({ notice, entryId, to, at, siteUrl }: NoticeOptions): Mail {
	const site = new URL(siteUrl)
	const { title, happened } = sentences[notice]
	const when = `It happened on ${momentOf(at)}, London time.`
	const wasYou = 'If that was you, there is nothing to do.'
	const notYou =
		'If it was not, somebody may be in your account: ask for a new password on the sign-in page. Setting it signs everybody else out.'
	const signIn = `${siteUrl}/auth`
	const belongs = notice === 'email_changed' ? 'belonged' : 'belongs'
	const why = `You are reading this because ${to} ${belongs} to an account at ${site.host}. Mails like this one cannot be switched off.`
	return {
		to,
		subject: `Headstart: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
		messageId: `<notice-${entryId}@${site.hostname}>`,
		text: [happened, when, `${wasYou} ${notYou}`, signIn, why, `Headstart, ${siteUrl}`, ''].join('\n\n'),
		html: mailLayout({
			title,
			preheader: happened,
			body: html`${mailParagraph(happened)}
${mailParagraph(when)}
${mailParagraph(`${wasYou} ${notYou}`)}
${mailButton({ href: signIn, label: 'Go to the sign-in page' })}
${mailNote(html`Or open ${mailLink({ href: signIn, label: signIn })}`)}`,
			footer: html`${why}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}
