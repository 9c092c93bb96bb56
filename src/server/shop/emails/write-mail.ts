import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import {
	controlFont,
	type MailPart,
	type Markup,
	markPicture,
	readingFont,
} from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailFile } from '#server/shop/emails/mailer.ts'
import { firstName } from '#shared/names.ts'

interface Letter {
	to: string
	subject: string
	/**
	 * For example `<receipt-${purchaseId}@${host}>`. Must stay the same when sending is retried, so that the receiver can drop a
	 * second copy.
	 */
	messageId: string
	/** What the shop is called. */
	shop: string
	/** Origin of the shop. */
	siteUrl: string
	/** The heading, a few words, shown with a highlighter stroke. */
	title: string
	/** The text that mail programs show after the subject in their list of emails. */
	preheader: string
	/**
	 * The metadata of the user (`raw_user_meta_data`), whose first name the greeting uses. Leave it out if the address has not been
	 * confirmed as theirs: otherwise anyone could make the shop send words of their choice to a stranger.
	 */
	userMetadata?: unknown
	/** Everything between the greeting and the closing, in order. */
	body: readonly (MailPart | undefined)[]
	/** Why this email was sent, or who sold the guide. The shop's name and address are added below. */
	closing: string
	/** For emails that can be stopped: a link to the page that stops them, and the URL that mail programs post to (RFC 8058). */
	unsubscribe?: { label: string; page: string; oneClick: string }
	/** What is attached. */
	files?: readonly MailFile[]
}

/**
 * Writes an email in the shop's style: logo, heading, greeting, body, closing. Every piece is given once and appears in the HTML and in the
 * text, so both have the same content. For example:
 *
 * ```ts
 * writeMail({
 *   to, shop, siteUrl, messageId: `<release-${noticeId}@${host}>`,
 *   subject: `It’s here: ${product.title}`,
 *   title: 'The guide you asked about is here',
 *   preheader: `${product.title}, ${formatPounds(product.pricePence)}, once`,
 *   body: [
 *     mailParagraph('You asked us to tell you when it was ready.'),
 *     mailCover({ product, title: product.title, facts: [product.previewContent.format] }),
 *     mailButton({ href: `${siteUrl}/products/${product.slug}`, label: 'See the guide' }),
 *     isLate ? mailNote('We’re a day late. Sorry.') : undefined,
 *     mailNote('Something wrong? ', mailLink({ href: contact, label: 'Write to us' })),
 *   ],
 *   closing: `You’re receiving this email because ${to} was entered at ${site}.`,
 *   unsubscribe: { label: 'Stop these emails', page: `${siteUrl}/…`, oneClick: `${siteUrl}/functions/v1/…` },
 * })
 * ```
 *
 * The pieces are in `mail-parts.ts`: `mailParagraph`, `mailNote`, `mailCover`, `mailLines` (a table of amounts or facts), `mailCode`, and one
 * `mailButton`; `mailLink` goes into a paragraph. Strings are escaped. Add an example to `src/server/boot/sample-emails.ts`, which a test
 * opens in a browser.
 *
 * Mail programs differ, so the layout is a table, the styles are inline, and the stylesheet only adds the dark theme. Pictures travel in
 * the email and are never linked: fetching one would tell the shop who opened the email and when (docs/decisions/025-email-pictures.md).
 */
export function writeMail(letter: Letter): Mail {
	const {
		to,
		subject,
		messageId,
		shop,
		siteUrl,
		title,
		userMetadata,
		closing,
		unsubscribe,
		files = [],
	} = letter
	const body = letter.body.filter((part) => part !== undefined)
	const greeting = greetingOf(userMetadata)
	return {
		to,
		fromName: shop,
		subject,
		messageId,
		text: `${[
			title,
			greeting,
			...body.map(({ text }) => text),
			closing,
			...(unsubscribe === undefined ? [] : [`${unsubscribe.label}: ${unsubscribe.page}`]),
			`${shop}, ${siteUrl}`,
		].join('\n\n')}\n`,
		html: page(letter, greeting, body),
		pictures: [markPicture, ...body.flatMap(({ pictures = [] }) => pictures)],
		...(unsubscribe === undefined ? {} : { unsubscribeUrl: unsubscribe.oneClick }),
		...(files.length === 0 ? {} : { files }),
	}
}

const longestName = 40
// A letter with its combining marks, and the joiners that some scripts need between letters.
const name = /^(?:\p{L}\p{M}{0,4}[\u200c\u200d]?['’-]?)+$/u

/**
 * Returns the line that opens an email: "Hello Priya," or, without a usable name, "Hello,". Users choose their own names, so only
 * a single word of letters is used: mail programs would turn anything that looks like an address or a number into a link.
 */
export function greetingOf(userMetadata: unknown): string {
	const first = firstName(userMetadata)
	if (first === undefined || first.length > longestName || !name.test(first)) return 'Hello,'
	return `Hello ${first},`
}

// The highlighter stroke is a plain background behind the words. It survives the colour changes that some mail programs make in
// their dark modes. Mail programs that know both themes show the stroke as the site does: behind the lower half of the words in
// the light theme, and behind their full height in the dark theme, where these words stay dark.
const styles = raw(`
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { -webkit-text-size-adjust: 100% }
@media (max-width: 480px) { .room { padding-left: 20px !important; padding-right: 20px !important } }
@media (prefers-color-scheme: light) {
	.stroke { background: linear-gradient(transparent 48%, #ffc53d 48%, #ffc53d 90%, transparent 90%) !important }
}
@media (prefers-color-scheme: dark) {
	.paper { background: #0e1712 !important }
	.ink { color: #ede7da !important }
	.soft { color: #b4bdb4 !important }
	.rule { border-color: #2b3a32 !important }
	.total { border-color: #ede7da !important }
	.press { background: #7fd3a9 !important }
	.press a { color: #0e1712 !important }
	.link { color: #7fd3a9 !important }
}`)

function page(letter: Letter, greeting: string, body: readonly MailPart[]): string {
	const { subject, title, preheader, shop, siteUrl, closing, unsubscribe } = letter
	const small = `font:14px/1.55 ${controlFont};color:#4a564f`
	const link = ({ href, label }: { href: string; label: string }) =>
		html`<a class="link" href="${href}" style="color:#0b5d41">${label}</a>`
	return settled(html`<!doctype html>
<html lang="en-GB" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>${styles}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf8f1">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="en-GB">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf8f1"><tr><td align="center">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed">
<tr><td class="room" style="padding:28px 32px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td width="32" style="width:32px;padding:0 0 16px"><img src="cid:${markPicture.cid}" width="32" height="32" alt="" style="display:block;border:0"></td>
<td class="ink" style="padding:0 0 16px 10px;font:800 20px/1.2 ${controlFont};letter-spacing:-0.02em;color:#17221c">${shop}</td>
</tr></table></td></tr>
<tr><td class="room" style="padding:0 32px"><div class="rule" style="border-top:1px solid #d9d3c4;font-size:0;line-height:0">&nbsp;</div></td></tr>
<tr><td class="room" style="overflow-wrap:anywhere;padding:24px 32px 16px;text-align:left">
<h1 class="ink" style="margin:0 0 20px;font:800 28px/1.3 ${controlFont};letter-spacing:-0.015em;color:#17221c"><span class="stroke" style="background:#ffc53d;color:#17221c;padding:0 3px;margin-left:-3px">${title}</span></h1>
<p class="ink" style="margin:0 0 16px;font:17px/1.6 ${readingFont};color:#17221c"><bdi>${greeting}</bdi></p>
${body.map((part): Markup => part.html)}
</td></tr>
<tr><td class="room" style="padding:0 32px"><div class="rule" style="border-top:1px solid #d9d3c4;font-size:0;line-height:0">&nbsp;</div></td></tr>
<tr><td class="room soft" style="overflow-wrap:anywhere;padding:16px 32px 40px;text-align:left;${small}">
<p class="soft" style="margin:0 0 12px;${small}">${closing}</p>
${unsubscribe && html`<p class="soft" style="margin:0 0 12px;${small}">${link({ href: unsubscribe.page, label: unsubscribe.label })}</p>`}
<p class="soft" style="margin:0;${small}">${shop}, ${link({ href: siteUrl, label: new URL(siteUrl).host })}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`).toString()
}

function settled(markup: Markup): HtmlEscapedString {
	if (markup instanceof Promise) throw new TypeError('an email cannot contain a promise')
	return markup
}

/** The values for placeholders in braces. */
interface Placeholders {
	/** The recipient's address. */
	address: string
	/** The site's host. */
	site: string
	/** When it happened, in London time. */
	when?: string
	/** The name of the guide. */
	product?: string | undefined
	/** In pounds, such as "£14.99". */
	amount?: string
}

/** Fills in the placeholders of an email's texts. Braces inside the values themselves are left alone. */
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
