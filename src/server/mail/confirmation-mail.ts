import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { mailButton, mailLayout, mailLink, mailNote, mailParagraph } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mail.ts'

interface ConfirmationMailOptions {
	to: string
	/** Opens the page whose button confirms. */
	link: string
	/** Undefined where codes are switched off. */
	code: string | undefined
	lifetimeMinutes: number
	siteUrl: string
}

/**
 * The mail that proves a mailbox. It holds nothing the person who signed up has written: until the proof, they may be
 * anybody, and the reader somebody else.
 */
export function confirmationMail({
	to,
	link,
	code,
	lifetimeMinutes,
	siteUrl,
}: ConfirmationMailOptions): Mail {
	const site = new URL(siteUrl)
	const title = 'Confirm your email'
	const lasts = `The link works once, for ${duration(lifetimeMinutes)}.`
	const why = `You are reading this because ${to} was entered at ${site.host}. If that was not you, delete this mail: without the button, nobody can sign in with your address.`
	return {
		to,
		subject: 'Confirm your email for Headstart',
		// Each sending has a link of its own, so a second copy is no duplicate of the first.
		messageId: `<${randomUUID()}@${site.hostname}>`,
		text: [
			'One step left. Open this link and press the button on the page:',
			link,
			...(code === undefined ? [] : [`Asked for a code instead? It is ${code}`]),
			lasts,
			why,
			`Headstart, ${siteUrl}`,
			'',
		].join('\n\n'),
		html: mailLayout({
			title,
			preheader: 'One step left: press the button and your account is ready.',
			body: html`${mailParagraph('One step left. Press the button, confirm on the page that opens, and your account is ready.')}
${mailButton({ href: link, label: 'Confirm my email' })}
${code === undefined ? '' : mailParagraph(html`Asked for a code instead? It is <strong style="letter-spacing:0.08em">${code}</strong>`)}
${mailNote(lasts)}
${mailNote(html`If the button does nothing, copy this address into your browser:<br>${mailLink({ href: link, label: link })}`)}`,
			footer: html`${why}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}

function duration(minutes: number): string {
	if (minutes % 60 !== 0) return `${minutes} minutes`
	return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}
