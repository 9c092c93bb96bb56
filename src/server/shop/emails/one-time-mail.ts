import { randomUUID } from 'node:crypto'
import { html } from 'hono/html'
import { fillTexts, type MailTexts, type OneTimeMailKind } from '#server/platform/config/mail-texts.ts'
import { mailButton, mailLayout, mailLink, mailNote, mailParagraph } from '#server/shop/emails/layout.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { durationInWords } from '#shared/email-rules.ts'

interface OneTimeMailOptions {
	kind: OneTimeMailKind
	to: string
	/** Opens the page whose button verifies; undefined if the email has only a code. */
	link: string | undefined
	/** Undefined if the email has only a link. */
	code: string | undefined
	/** How long the link works, or the code if there is no link. */
	lifetimeMinutes: number
	/** How long a code beside a link works. */
	codeMinutes: number
	siteUrl: string
	texts: MailTexts
}

/**
 * Builds the email that verifies an address with a link, a code or both. The address is the only user input in it: until it is
 * verified, the email may reach a stranger.
 */
export function oneTimeMail({
	kind,
	to,
	link,
	code,
	lifetimeMinutes,
	codeMinutes,
	siteUrl,
	texts,
}: OneTimeMailOptions): Mail {
	const site = new URL(siteUrl)
	const { subject, title, preheader, lead, plainLead, button, codeLead, why } = fillTexts(texts[kind], {
		address: to,
		site: site.host,
	})
	const lasts = [
		`The ${link === undefined ? 'code' : 'link'} works once, within ${durationInWords(lifetimeMinutes)}.`,
		...(link !== undefined && code !== undefined
			? [`The code works for ${durationInWords(codeMinutes)}.`]
			: []),
	].join(' ')
	return {
		to,
		subject,
		// Each email has its own link, so a second one is not a duplicate of the first.
		messageId: `<${randomUUID()}@${site.hostname}>`,
		text: [
			plainLead,
			...(link === undefined ? [] : [link]),
			...(code === undefined ? [] : [`${codeLead} ${code}`]),
			lasts,
			why,
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
			footer: html`${why}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}
