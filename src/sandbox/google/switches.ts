import { z } from 'zod'
import { readSetting, type Store, writeSetting } from '#sandbox/store/store.ts'

/** The switches with which the Google stand-in can be made to misbehave. */
export const googleSwitchesSchema = z.strictObject({
	/** How the token endpoint answers: normally, with a 500, or (`hang`) only after a minute. */
	tokens: z.enum(['answer', 'answer-500', 'hang']).default('answer'),
	/** Puts a wrong nonce into ID tokens. */
	wrongNonce: z.boolean().default(false),
	/** Answers everything with a 503: the discovery document, pages and tokens. */
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
