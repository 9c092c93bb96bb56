import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Markup made by the `html` tag; it is a promise only if one was put into it, which no email does. */
type Markup = ReturnType<typeof html>

// Mail programs load no fonts and few stylesheets: so these are the shop's colours, with the nearest fonts that every machine has.
const reading = "Georgia, 'Times New Roman', serif"
const controls = "'Trebuchet MS', 'Segoe UI', Helvetica, Arial, sans-serif"

const darkStyles = `
@media (prefers-color-scheme: dark) {
	.desk { background: #0e1712 !important }
	.sheet { background: #17221c !important; border-color: #2b3a32 !important }
	.ink { color: #ede7da !important }
	.soft { color: #b4bdb4 !important }
	.press { background: #7fd3a9 !important }
	.press a { color: #0e1712 !important }
	.link { color: #7fd3a9 !important }
	.mark { color: #17221c !important }
}`

interface MailLayoutOptions {
	/** The heading, and the document's title. */
	title: string
	/** What a mail program shows after the subject in its list. */
	preheader: string
	body: Markup
	/** Why this email was sent, and by whom. */
	footer: Markup
}

/** Lays out a whole email in the shop's style, in light and dark; it is readable without pictures. */
export function mailLayout({ title, preheader, body, footer }: MailLayoutOptions): string {
	return settled(html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${darkStyles}</style>
</head>
<body class="desk" style="margin:0;padding:0;background:#fbf8f1">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf8f1"><tr>
<td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;table-layout:fixed">
<tr><td class="ink" style="padding:0 4px 16px;font:700 20px ${controls};letter-spacing:-0.01em;color:#17221c">Headstart</td></tr>
<tr><td class="sheet" style="overflow-wrap:anywhere;padding:32px 28px;background:#fffdf8;border:1px solid #d9d3c4">
<h1 class="ink" style="margin:0 0 20px;font:700 26px/1.25 ${controls};letter-spacing:-0.015em;color:#17221c"><span class="mark" style="background:#ffc53d;padding:0 4px">${title}</span></h1>
${body}
</td></tr>
<tr><td class="soft" style="overflow-wrap:anywhere;padding:20px 4px 0;font:14px/1.55 ${controls};color:#4a564f">${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`).toString()
}

/** A paragraph of body text. */
export function mailParagraph(content: string | Markup): Markup {
	return html`<p class="ink" style="margin:0 0 16px;font:17px/1.6 ${reading};color:#17221c">${content}</p>`
}

/** A smaller, secondary remark. */
export function mailNote(content: string | Markup): Markup {
	return html`<p class="soft" style="margin:0 0 12px;font:14px/1.55 ${controls};color:#4a564f">${content}</p>`
}

/** The button. A table cell, because some mail programs ignore padding on links. */
export function mailButton({ href, label }: { href: string; label: string }): Markup {
	return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 24px"><tr>
<td class="press" style="background:#0b5d41"><a href="${href}" style="display:inline-block;padding:14px 24px;font:600 17px ${controls};color:#fffdf8;text-decoration:none">${label}</a></td>
</tr></table>`
}

/** A link in running text, or a URL written out. */
export function mailLink({ href, label }: { href: string; label: string }): Markup {
	return html`<a class="link" href="${href}" style="color:#0b5d41;word-break:break-all">${label}</a>`
}

function settled(markup: Markup): HtmlEscapedString {
	if (markup instanceof Promise) throw new TypeError('an email cannot contain a promise')
	return markup
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const moment = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'long',
	timeStyle: 'short',
	timeZone: 'Europe/London',
})

/** Formats a date in London time, such as "21 November 2026". */
export function dayOf(date: Date): string {
	return day.format(date)
}

/** Formats a date and time in London time, such as "21 November 2026 at 10:04". */
export function momentOf(date: Date): string {
	return moment.format(date)
}

/** The values for placeholders in braces. */
interface Placeholders {
	/** The recipient's address. */
	address: string
	/** The site's host. */
	site: string
	/** When it happened, in London time. */
	when?: string
	/** The guide and the amount concerned. */
	product?: string
	amount?: string
}

/** Fills in the placeholders of an email's texts. Placeholders inside the values are left alone. */
export function fillTexts<T extends object>(texts: T, values: Placeholders): Record<keyof T, string>
export function fillTexts(texts: object, values: Placeholders): Record<string, string> {
	const known: ReadonlyMap<string, string> = new Map(Object.entries(values))
	return Object.fromEntries(
		Object.entries(texts).map(([name, text]) => [
			name,
			String(text).replaceAll(/\{(\w+)\}/g, (whole, placeholder) => known.get(placeholder) ?? whole),
		]),
	)
}
