import { hkdfSync } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { z } from 'zod'
import type { Clock } from '#shared/clock.ts'
import { unixSeconds } from '#shared/clock.ts'

/** How long the user may take at the provider. */
export const flowSeconds = 540

const flowSchema = z.object({
	provider: z.string(),
	/** The nonce the provider's ID token must contain. */
	nonce: z.string(),
	/** The PKCE verifier for the challenge that the provider was given. */
	verifier: z.string(),
	/** SHA-256 of the secret in the cookie of the browser that began the flow, in base64url. */
	browser: z.string(),
	/** Where the browser goes in the end: an allowed address. */
	redirectTo: z.string(),
	/** The PKCE challenge of our own client; null in the implicit flow. */
	challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
	/** The account to link the identity to; null for a sign-in. */
	linkTo: z.object({ userId: z.uuid(), sessionId: z.uuid() }).nullable(),
})

/** What the callback needs to know when the browser returns from a provider. */
export type Flow = z.infer<typeof flowSchema>

export interface Flows {
	/** Encrypts the flow as the `state` parameter, which nobody else can read, create or change. */
	seal(flow: Flow): Promise<string>
	/** Decrypts a `state`. Returns `expired` after nine minutes, undefined if we did not issue it. */
	open(state: string): Promise<Flow | 'expired' | undefined>
}

/**
 * Stores flows in their `state` parameter, so that servers hold no state for strangers and any server can finish a flow
 * that another began. The keys are derived for this purpose only. A flow that began before the key was replaced can still finish.
 */
export function createFlows({
	encryptionKeys,
	clock,
}: {
	encryptionKeys: readonly [current: string, ...former: string[]]
	clock: Clock
}): Flows {
	const [current, ...former] = encryptionKeys
	const keys = [keyOf(current), ...former.map(keyOf)] as const

	async function openWith(key: Uint8Array, state: string): Promise<Flow | 'expired' | undefined> {
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
	}

	return {
		seal: async (flow) =>
			await new EncryptJWT(flow)
				.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
				.setExpirationTime(unixSeconds(clock) + flowSeconds)
				.encrypt(keys[0]),
		open: async (state) => {
			for (const key of keys) {
				const flow = await openWith(key, state)
				if (flow !== undefined) return flow
			}
			return undefined
		},
	}
}

function keyOf(encryptionKey: string): Uint8Array {
	return new Uint8Array(hkdfSync('sha256', encryptionKey, '', 'headstart outside sign-in', 32))
}
