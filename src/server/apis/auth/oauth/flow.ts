import { hkdfSync } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { z } from 'zod'
import type { Clock } from '#shared/clock.ts'
import { unixSeconds } from '#shared/clock.ts'

/** How long a visitor may stay with the provider. */
export const flowSeconds = 540

const flowSchema = z.object({
	provider: z.string(),
	/** What the provider's ID token has to repeat. */
	nonce: z.string(),
	/** Answers the PKCE challenge the provider was given. */
	verifier: z.string(),
	/** SHA-256 of the secret in the cookie of the browser that began, base64url. */
	browser: z.string(),
	/** Where the browser goes in the end: an allowed address. */
	redirectTo: z.string(),
	/** PKCE of our own client; null in the implicit flow. */
	challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
	/** Whose account gets one more way to sign in; null where somebody signs in. */
	linkTo: z.object({ userId: z.uuid(), sessionId: z.uuid() }).nullable(),
})

/** What has to be known again when the browser comes back from a provider. */
export type Flow = z.infer<typeof flowSchema>

export interface Flows {
	/** The flow as the `state` that travels with the browser: nobody else can read, make or change one. */
	seal(flow: Flow): Promise<string>
	/** Opens a `state`; `expired` after nine minutes, undefined where it is not one of ours. */
	open(state: string): Promise<Flow | 'expired' | undefined>
}

/**
 * Flows travel in their `state`, so that a server keeps nothing about strangers and any server can end what another began.
 * The key is derived for this alone.
 */
export function createFlows({ encryptionKey, clock }: { encryptionKey: string; clock: Clock }): Flows {
	const key = new Uint8Array(hkdfSync('sha256', encryptionKey, '', 'headstart outside sign-in', 32))
	return {
		seal: async (flow) =>
			await new EncryptJWT(flow)
				.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
				.setExpirationTime(unixSeconds(clock) + flowSeconds)
				.encrypt(key),
		open: async (state) => {
			try {
				const { payload } = await jwtDecrypt(state, key, {
					keyManagementAlgorithms: ['dir'],
					contentEncryptionAlgorithms: ['A256GCM'],
					requiredClaims: ['exp'],
					currentDate: clock.now(),
				})
				return flowSchema.parse(payload)
			} catch (error) {
				if (error instanceof errors.JWTExpired) return 'expired'
				if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
				throw error
			}
		},
	}
}
