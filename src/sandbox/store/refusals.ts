import { z } from 'zod'
import { readSetting, type Store, writeSetting } from '#sandbox/store/store.ts'

/**
 * Makes a setting that lets a server refuse or delay messages. The server refuses the next `next` messages with `code`, and
 * delays every message by `delayMs`. `name` is the name of the setting, and `usual` the default of `code`.
 */
export function refusals(name: string, usual: number) {
	const schema = z.strictObject({
		next: z.int().min(0).default(0),
		code: z.int().min(400).max(599).default(usual),
		delayMs: z.int().min(0).max(600_000).default(0),
	})
	const read = (store: Store) => readSetting(store, name, schema) ?? schema.parse({})
	const write = (store: Store, refusal: Refusal) => writeSetting(store, name, refusal)
	return {
		schema,
		read,
		write,
		/** Uses up one refusal and returns its code; undefined if the message is to be accepted. */
		take: (store: Store): number | undefined => {
			const refusal = read(store)
			if (refusal.next === 0) return undefined
			write(store, { ...refusal, next: refusal.next - 1 })
			return refusal.code
		},
	}
}

export interface Refusal {
	next: number
	code: number
	delayMs: number
}

/** The refusals of the mail server. */
export const mailRefusals = refusals('mailbox.refusal', 451)

/** The refusals of the gateway for text messages. */
export const messageRefusals = refusals('messages.refusal', 503)
