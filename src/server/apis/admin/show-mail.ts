import { readFile } from 'node:fs/promises'
import type { Mail } from '#server/shop/emails/mailer.ts'
import type { ShownMail } from '#shared/admin/messages.ts'

/** Returns an email for a page that may load nothing: the pictures are in it, the links lead nowhere, and the stylesheet is apart. */
export async function showMail({ subject, text, html, pictures = [] }: Mail): Promise<ShownMail> {
	let shown = html.replaceAll(/ href="[^"]*"/g, '')
	for (const { cid, contentType, path } of pictures) {
		const content = (await readFile(path)).toString('base64')
		shown = shown.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content}`)
	}
	const [whole = '', styles = ''] = /<style>(.*?)<\/style>/s.exec(shown) ?? []
	return { subject, text, html: shown.replace(whole, ''), styles }
}
