import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { mailButton, mailLayout, mailLink, mailNote, mailParagraph } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mail.ts'

export type OneTimeMailKind =
	| 'confirmation'
	| 'magic-link'
	| 'recovery'
	| 'email-change-current'
	| 'email-change-new'
	| 'reauthentication'

interface OneTimeMailOptions {
	kind: OneTimeMailKind
	to: string
	/** Opens the page whose button verifies; undefined where the mail has a code alone. */
	link: string | undefined
	/** Undefined where the mail has a link alone. */
	code: string | undefined
	/** How long the link works, or the code where there is no link. */
	lifetimeMinutes: number
	/** How long a code beside a link works. */
	codeMinutes: number
	siteUrl: string
}

interface Words {
	subject: string
	title: string
	preheader: string
	/** What to do, in the page of the mail and in its text. */
	lead: string
	plainLead: string
	button: string
	/** How a code beside the link, or alone, is introduced. */
	codeLead: string
	/** Why it came, and what to do if it was not asked for. */
	why: (to: string, host: string) => string
}

const words: Record<OneTimeMailKind, Words> = {
	confirmation: {
		subject: 'Confirm your email for Headstart',
		title: 'Confirm your email',
		preheader: 'One step left: press the button and your account is ready.',
		lead: 'One step left. Press the button, confirm on the page that opens, and your account is ready.',
		plainLead: 'One step left. Open this link and press the button on the page:',
		button: 'Confirm my email',
		codeLead: 'Asked for a code instead? It is',
		why: (to, host) =>
			`You are reading this because ${to} was entered at ${host}. If that was not you, delete this mail: without the button, nobody can sign in with your address.`,
	},
	'magic-link': {
		subject: 'Sign in to Headstart',
		title: 'Your way in',
		preheader: 'Press the button and you are signed in.',
		lead: 'Press the button, then the one on the page that opens, and you are signed in. No password needed.',
		plainLead: 'Open this link and press the button on the page to sign in. No password needed:',
		button: 'Sign in',
		codeLead: 'Asked for a code instead? It is',
		why: (to, host) =>
			`You are reading this because somebody asked to sign in at ${host} as ${to}. If that was not you, delete this mail and tell nobody the code: without it they cannot get in.`,
	},
	recovery: {
		subject: 'Set a new password for Headstart',
		title: 'Set a new password',
		preheader: 'Press the button and choose a new password.',
		lead: 'Press the button and choose a new password. Every other device is signed out when you do.',
		plainLead: 'Open this link to choose a new password. Every other device is signed out when you do:',
		button: 'Choose a new password',
		codeLead: 'Asked for a code instead? It is',
		why: (to, host) =>
			`You are reading this because a new password was asked for at ${host} for ${to}. If that was not you, delete this mail: your password stays as it is.`,
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
		why: (to, host) =>
			`You are reading this because the account of ${to} at ${host} asked for another address. If that was not you, do not press the button. Somebody may be using your account: sign in, set a new password, and they are signed out.`,
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
		why: (to, host) =>
			`You are reading this because ${to} was entered at ${host} as somebody’s new address. If that was not you, delete this mail: nothing changes.`,
	},
	reauthentication: {
		subject: 'Your code for Headstart',
		title: 'Is it you?',
		preheader: 'A code to go on with.',
		lead: 'Enter this code on the page that asked for it.',
		plainLead: 'Enter this code on the page that asked for it.',
		button: '',
		codeLead: 'The code is',
		why: (to, host) =>
			`You are reading this because the account of ${to} at ${host} asked for a code before a change. If that was not you, tell nobody the code. Somebody may be using your account: set a new password, and they are signed out.`,
	},
}

/**
 * A mail that proves a mailbox, by a link, a code or both. It holds nothing a visitor has written but the address: until
 * the proof they may be anybody, and the reader somebody else.
 */
export function oneTimeMail({
	kind,
	to,
	link,
	code,
	lifetimeMinutes,
	codeMinutes,
	siteUrl,
}: OneTimeMailOptions): Mail {
	const site = new URL(siteUrl)
	const { subject, title, preheader, lead, plainLead, button, codeLead, why } = words[kind]
	const because = why(to, site.host)
	const lasts = [
		`The ${link === undefined ? 'code' : 'link'} works once, for ${duration(lifetimeMinutes)}.`,
		...(link !== undefined && code !== undefined ? [`The code works for ${duration(codeMinutes)}.`] : []),
	].join(' ')
	return {
		to,
		subject,
		// Each sending has a link of its own, so a second copy is no duplicate of the first.
		messageId: `<${randomUUID()}@${site.hostname}>`,
		text: [
			plainLead,
			...(link === undefined ? [] : [link]),
			...(code === undefined ? [] : [`${codeLead} ${code}`]),
			lasts,
			because,
			`Headstart, ${siteUrl}`,
			'',
		].join('\n\n'),
		html: mailLayout({
			title,
			preheader,
			body: html`${mailParagraph(lead)}
${link === undefined ? '' : mailButton({ href: link, label: button })}
${code === undefined ? '' : mailParagraph(html`${codeLead} <strong style="letter-spacing:0.08em">${code}</strong>`)}
${mailNote(lasts)}
${link === undefined ? '' : mailNote(html`If the button does nothing, copy this address into your browser:<br>${mailLink({ href: link, label: link })}`)}`,
			footer: html`${because}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}

function duration(minutes: number): string {
	if (minutes % 60 !== 0) return `${minutes} minutes`
	return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}
