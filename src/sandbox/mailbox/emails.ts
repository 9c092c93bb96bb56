import PostalMime, { type Address } from 'postal-mime'
import type { Store } from '#sandbox/store/store.ts'

/** An email as it arrived. `to` lists the recipients of the SMTP envelope. `date` is the time of arrival in ISO format. */
export interface Email {
	id: string
	to: string[]
	from: string
	subject: string
	date: string
	text: string
	html: string
	links: string[]
	/** The texts that are attached; missing in an email that was stored before they were kept. */
	files?: { name: string; text: string }[]
}

/** A picture that is part of an email. The HTML refers to it with `cid:`. */
export interface EmailPicture {
	cid: string
	type: string
	base64: string
}

export interface Envelope {
	id: string
	from: string
	to: string[]
	date: Date
}

export const emailsSchema = `
	create table if not exists mails (seq integer primary key autoincrement, id text not null unique, data text not null) strict;
	create table if not exists mail_recipients (address text not null, seq integer not null references mails on delete cascade) strict;
	create table if not exists mail_pictures (seq integer not null references mails on delete cascade, data text not null) strict;
	create index if not exists mail_recipients_address on mail_recipients (address, seq)`

const listed = 200

interface ParsedEmail {
	email: Email
	pictures: EmailPicture[]
}

export async function parseEmail(raw: Buffer, envelope: Envelope): Promise<ParsedEmail> {
	const parsed = await PostalMime.parse(raw, { attachmentEncoding: 'base64' })
	const html = parsed.html ?? ''
	const text = parsed.text ?? ''
	const email = {
		id: envelope.id,
		to: envelope.to,
		from: parsed.from === undefined ? envelope.from : displayAddress(parsed.from),
		subject: parsed.subject ?? '',
		date: envelope.date.toISOString(),
		text,
		html,
		links: findLinks(html, text),
		files: parsed.attachments.flatMap(({ filename, mimeType, content }) =>
			mimeType === 'text/plain' && typeof content === 'string'
				? [{ name: filename ?? '', text: new TextDecoder().decode(Buffer.from(content, 'base64')) }]
				: [],
		),
	}
	const pictures = parsed.attachments.flatMap(({ contentId, mimeType, content }) =>
		contentId === undefined || typeof content !== 'string' || !/^image\/[\w.+-]+$/.test(mimeType)
			? []
			: [{ cid: contentId.replace(/^<|>$/g, ''), type: mimeType, base64: content }],
	)
	return { email, pictures }
}

function displayAddress(address: Address): string {
	if (address.address === undefined) return address.name
	return address.name ? `${address.name} <${address.address}>` : address.address
}

export function addEmail(store: Store, { email, pictures }: ParsedEmail): void {
	store.transaction(() => {
		store.run('insert into mails (id, data) values (?, ?)', email.id, JSON.stringify(email))
		const seq = store.get('select seq from mails where id = ?', email.id)?.seq ?? null
		for (const address of new Set(email.to.map((to) => to.toLowerCase()))) {
			store.run('insert into mail_recipients values (?, ?)', address, seq)
		}
		for (const picture of pictures)
			store.run('insert into mail_pictures values (?, ?)', seq, JSON.stringify(picture))
	})
}

/** Lists emails, newest first. With `to`, only those to that address. */
export function listEmails(store: Store, to?: string): Email[] {
	const rows =
		to === undefined
			? store.all('select data from mails order by seq desc limit ?', listed)
			: store.all(
					'select data from mails join mail_recipients using (seq) where address = ? order by seq desc limit ?',
					to.trim().toLowerCase(),
					listed,
				)
	return rows.map(emailOf)
}

export function findEmail(store: Store, id: string): Email | undefined {
	const row = store.get('select data from mails where id = ?', id)
	return row === undefined ? undefined : emailOf(row)
}

export function listPictures(store: Store, id: string): EmailPicture[] {
	return store
		.all('select mail_pictures.data from mail_pictures join mails using (seq) where id = ?', id)
		.map(({ data }) => JSON.parse(String(data)))
}

export function emptyMailbox(store: Store): void {
	store.transaction(() => {
		store.run('delete from mail_pictures')
		store.run('delete from mail_recipients')
		store.run('delete from mails')
	})
}

function emailOf(row: { data?: unknown }): Email {
	return JSON.parse(String(row.data))
}

const entities: Record<string, string> = {
	'&amp;': '&',
	'&#38;': '&',
	'&#x26;': '&',
	'&quot;': '"',
	'&#39;': "'",
	'&#x27;': "'",
}

/** Finds the links in an email, each once, in the order in which they appear. */
function findLinks(html: string, text: string): string[] {
	const inHtml = [...html.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
		(match[1] ?? match[2] ?? '').replace(
			/&(?:amp|quot|#38|#x26|#39|#x27);/gi,
			(entity) => entities[entity.toLowerCase()] ?? entity,
		),
	)
	// A full stop or closing bracket after a URL belongs to the sentence.
	const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map((match) =>
		match[0].replace(/[).,;:!?\]]+$/, ''),
	)
	return [...new Set([...inHtml, ...inText])].filter((link) => /^https?:\/\//i.test(link))
}
