import { z } from 'zod'
import { readSetting, type Store, writeSetting } from '#sandbox/store/store.ts'

/** Makes the Google stand-in misbehave. */
export const googleSwitchesSchema = z.strictObject({
	/** How the token endpoint responds: normally, with a 500, or not for a minute. */
	tokens: z.enum(['answer', 'answer-500', 'hang']).default('answer'),
	/** Puts a wrong nonce into ID tokens. */
	wrongNonce: z.boolean().default(false),
	/** Answers 503 to everything: discovery document, pages and tokens. */
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
