import type { Store } from '#sandbox/store/store.ts'

/** A message to a phone, as it arrived. `date` is the time of arrival in ISO format. */
export interface Message {
	id: string
	/** In E.164, with the plus sign. */
	to: string
	from: string
	channel: 'sms' | 'whatsapp'
	text: string
	date: string
}

export const messagesSchema = `
	create table if not exists messages (
		seq integer primary key autoincrement, id text not null unique, phone text not null, data text not null
	) strict;
	create index if not exists messages_phone on messages (phone, seq)`

const listed = 200

export function addMessage(store: Store, message: Message): void {
	store.run(
		'insert into messages (id, phone, data) values (?, ?, ?)',
		message.id,
		message.to,
		JSON.stringify(message),
	)
}

/** Lists messages, newest first. With `to`, only those to that number. */
export function listMessages(store: Store, to?: string): Message[] {
	const rows =
		to === undefined
			? store.all('select data from messages order by seq desc limit ?', listed)
			: store.all('select data from messages where phone = ? order by seq desc limit ?', numberOf(to), listed)
	return rows.map(({ data }) => JSON.parse(String(data)))
}

/** Reads a number from a query string, where a plus sign that was not encoded arrives as a space. */
function numberOf(text: string): string {
	return `+${text.replace(/[^\d]/g, '')}`
}

export function deleteMessages(store: Store): void {
	store.run('delete from messages')
}
