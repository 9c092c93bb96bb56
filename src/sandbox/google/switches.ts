import { z } from 'zod'
import { readSetting, writeSetting } from '#sandbox/store/settings.ts'
import type { Store } from '#sandbox/store/store.ts'

/** How the stand-in for Google misbehaves. */
export const googleSwitchesSchema = z.strictObject({
	/** What the shop gets for its code: the tokens, a failure, or nothing at all for a minute. */
	tokens: z.enum(['answer', 'answer-500', 'hang']).default('answer'),
	/** ID tokens carry another nonce than the one asked for. */
	wrongNonce: z.boolean().default(false),
	/** Nothing of it answers: the discovery document, the pages, the tokens. */
	down: z.boolean().default(false),
})

export type GoogleSwitches = z.infer<typeof googleSwitchesSchema>

const name = 'google.switches'

export function readGoogleSwitches(store: Store): GoogleSwitches {
	return readSetting(store, name, googleSwitchesSchema) ?? googleSwitchesSchema.parse({})
}

export function writeGoogleSwitches(store: Store, switches: GoogleSwitches): void {
	writeSetting(store, name, switches)
}
