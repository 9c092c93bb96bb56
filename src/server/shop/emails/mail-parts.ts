import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { html } from 'hono/html'
import type { MailPicture } from '#server/shop/emails/mailer.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { catalogueCover, coverIn } from '#shared/content/picture.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

/** Markup made by Hono's `html` tag. The type allows for a promise, but no email contains one. */
export type Markup = ReturnType<typeof html>

/** A piece of an email, both as HTML and as lines of plain text. */
export interface MailPart {
	html: Markup
	text: string
	pictures?: readonly MailPicture[]
}

/** Text in a paragraph: a string, which is escaped, or the result of `mailLink`. */
export type MailWords = string | MailPart

// Mail programs load no fonts and support few styles, so emails use the shop's colours with similar fonts that every device has.
export const readingFont = "Georgia, 'Times New Roman', serif"
export const controlFont = "'Trebuchet MS', 'Segoe UI', Helvetica, Arial, sans-serif"

/** Makes a paragraph of body text. */
export function mailParagraph(...words: readonly MailWords[]): MailPart {
	return {
		html: html`<p class="ink" style="margin:0 0 16px;font:17px/1.6 ${readingFont};color:#17221c">${words.map(htmlOf)}</p>`,
		text: words.map(textOf).join(''),
	}
}

/** Makes a paragraph of each that a person has written. */
export function mailQuote(text: string): MailPart[] {
	const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
	return paragraphs.filter((paragraph) => paragraph !== '').map((paragraph) => mailParagraph(paragraph))
}

/** Makes a remark in smaller type. */
export function mailNote(...words: readonly MailWords[]): MailPart {
	return {
		html: html`<p class="soft" style="margin:0 0 12px;font:14px/1.55 ${controlFont};color:#4a564f">${words.map(htmlOf)}</p>`,
		text: words.map(textOf).join(''),
	}
}

/**
 * Makes a link in a paragraph. In plain text the address is written after the link's words, so end the sentence with the link.
 */
export function mailLink({ href, label }: { href: string; label: string }): MailPart {
	return {
		html: html`<a class="link" href="${href}" style="color:#0b5d41;overflow-wrap:anywhere">${label}</a>`,
		text: label === href ? href : `${label}: ${href}`,
	}
}

/** Shows a one-time code, easy to read and to copy. */
export function mailCode({ lead, code }: { lead: string; code: string }): MailPart {
	return {
		html: html`<p class="ink" style="margin:0 0 16px;font:17px/1.6 ${readingFont};color:#17221c">${lead} <strong style="font-family:${controlFont};font-size:20px;letter-spacing:0.08em">${code}</strong></p>`,
		text: `${lead} ${code}`,
	}
}

/** Shows a command for the owner to run. */
export function mailCommand(command: string): MailPart {
	return {
		html: html`<p class="ink rule" style="margin:0 0 20px;padding:12px 16px;border:1px solid #d9d3c4;border-radius:4px;font:15px/1.5 Consolas, Menlo, 'Courier New', monospace;color:#17221c;overflow-wrap:anywhere">${command}</p>`,
		text: command,
	}
}

/**
 * Makes a button. An email has at most one. The address is written out below the button, for mail programs that show no buttons.
 * Outlook ignores padding on links, so the padding is on the table cell.
 */
export function mailButton({ href, label }: { href: string; label: string }): MailPart {
	return {
		html: html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr>
<td class="press" bgcolor="#0b5d41" style="background:#0b5d41;border-radius:4px;mso-padding-alt:14px 24px"><a href="${href}" style="display:inline-block;padding:14px 24px;font:600 17px/1.2 ${controlFont};color:#fffdf8;text-decoration:none">${label}</a></td>
</tr></table>
<p class="soft" style="margin:0 0 20px;font:14px/1.55 ${controlFont};color:#4a564f">Or open <a class="link" href="${href}" style="color:#0b5d41;overflow-wrap:anywhere;word-break:break-word">${href}</a></p>`,
		text: `${label}: ${href}`,
	}
}

/** A product whose cover an email shows. */
export type CoveredProduct = Pick<Product, 'slug' | 'shortTitle' | 'comingSoon'> &
	Partial<Pick<OfferedProduct, 'releasedByOwner' | 'gallery'>>

interface CoverOptions {
	/**
	 * The product whose cover is shown; undefined if it is no longer in the shop. The cover of a product that is coming soon isn't
	 * shown, nor that of one that an owner has released: it still says that the product is coming soon. An owner may also have
	 * chosen another cover.
	 */
	product: CoveredProduct | undefined
	title: string
	/** Short lines below the title, such as format and edition. */
	facts?: readonly string[]
}

/**
 * Shows a guide: its cover, with its title and some facts beside it. Where pictures are blocked, a dark area with its name takes
 * the cover's place.
 */
export function mailCover({ product, title, facts = [] }: CoverOptions): MailPart {
	const isPictured =
		product?.comingSoon === false &&
		product.releasedByOwner !== true &&
		(product.gallery === undefined || coverIn(product.gallery)?.name === catalogueCover)
	const picture = isPictured ? coverPicture(product.slug) : undefined
	const { width, height } = coverSize
	return {
		html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr>
${picture && html`<td width="${width}" valign="top" style="width:${width}px;padding:0 20px 0 0"><img src="cid:${picture.cid}" width="${width}" height="${height}" alt="Cover of ${product?.shortTitle}" style="display:block;width:${width}px;height:${height}px;border:0;background:#2b3a32;font:14px/1.4 ${controlFont};color:#ede7da"></td>`}
<td valign="top"><p class="ink" style="margin:0 0 8px;font:700 19px/1.3 ${controlFont};color:#17221c">${title}</p>
${facts.map((fact) => html`<p class="soft" style="margin:0 0 4px;font:15px/1.5 ${controlFont};color:#4a564f">${fact}</p>`)}</td>
</tr></table>`,
		text: [title, ...facts].join('\n'),
		...(picture === undefined ? {} : { pictures: [picture] }),
	}
}

interface MailLine {
	label: string
	value: string
	/** Whether the line is a total, which is set in bold below a stronger rule. */
	isTotal?: boolean
}

/** Makes a table of lines, each with a label and a value: amounts with their total, or facts such as a receipt's number. */
export function mailLines(lines: readonly MailLine[]): MailPart {
	const row = ({ label, value, isTotal = false }: MailLine) => {
		const look = isTotal
			? `padding:12px 0;border-top:2px solid #17221c;font:700 17px/1.4 ${controlFont};color:#17221c`
			: `padding:10px 0;border-top:1px solid #d9d3c4;font:15px/1.4 ${controlFont};color:#17221c`
		const line = isTotal ? 'ink total' : 'ink rule'
		return html`<tr><th scope="row" align="left" valign="top" class="${line}" style="${look};font-weight:${isTotal ? 700 : 400};text-align:left">${label}</th><td align="right" valign="top" class="${line}" style="${look};padding-left:16px;text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:anywhere">${value}</td></tr>`
	}
	return {
		html: html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">${lines.map(row)}</table>`,
		text: lines.map(({ label, value }) => `${label}: ${value}`).join('\n'),
	}
}

function htmlOf(words: MailWords): string | Markup {
	return typeof words === 'string' ? words : words.html
}

function textOf(words: MailWords): string {
	return typeof words === 'string' ? words : words.text
}

/**
 * The logo, drawn by `workshop/icons.mjs`. Its background has the colour of paper, so that it can be seen in the dark theme too.
 */
export const markPicture: MailPicture = {
	cid: 'mark@headstart',
	fileName: 'headstart.png',
	contentType: 'image/png',
	path: fileURLToPath(new URL('./mark.png', import.meta.url)),
}

/** The size at which a cover is shown; the file has twice as many pixels each way. */
export const coverSize = { width: 112, height: 199 } as const

/**
 * Returns the picture of a product's cover, drawn by `npm run catalogue`; undefined for a product that the repository doesn't have (any
 * more).
 */
function coverPicture(slug: string): MailPicture | undefined {
	const path = fileURLToPath(new URL(`../../../../catalogue/${slug}/email-cover.jpg`, import.meta.url))
	if (!existsSync(path)) return
	return {
		cid: `cover-${slug}@headstart`,
		fileName: `${slug}.jpg`,
		contentType: 'image/jpeg',
		path,
	}
}
