import { z } from 'zod'
import { readSetting, type Store, writeSetting } from '#sandbox/store/store.ts'

/** Makes the mail server misbehave: it refuses the next `next` emails with `code`, and delays every email by `delayMs`. */
export const refusalSchema = z.strictObject({
	next: z.int().min(0).default(0),
	code: z.int().min(400).max(599).default(451),
	delayMs: z.int().min(0).max(600_000).default(0),
})

export type Refusal = z.infer<typeof refusalSchema>

const name = 'mailbox.refusal'

export function readRefusal(store: Store): Refusal {
	return readSetting(store, name, refusalSchema) ?? refusalSchema.parse({})
}

export function writeRefusal(store: Store, refusal: Refusal): void {
	writeSetting(store, name, refusal)
}

/** Uses up one refusal and returns its code, or undefined if the email is to be accepted. */
export function takeRefusal(store: Store): number | undefined {
	const refusal = readRefusal(store)
	if (refusal.next === 0) return undefined
	writeRefusal(store, { ...refusal, next: refusal.next - 1 })
	return refusal.code
}
