import type {
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { credentialRefused } from '#server/apis/auth/passkeys/errors.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import { bytea } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readShopName } from '#server/shop/shop-name.ts'

export const credentialRow = z.object({
	id: z.string(),
	user_id: z.string(),
	factor_id: z.string().nullable(),
	credential_id: z.string(),
	public_key: bytea,
	/** A whole number, as text. */
	sign_count: z.string(),
	transports: z.array(z.string()),
})

/** A stored key of a user. */
export type CredentialRow = z.infer<typeof credentialRow>

/** The columns of `CredentialRow`, from `auth.webauthn_credentials`. */
export const credentialColumns = sql`id, user_id, factor_id, credential_id, public_key, sign_count::text, transports`

/** The fields of a new key that are stored. */
export interface NewCredential {
	credentialId: string
	publicKey: Buffer
	signCount: number
	transports: string[]
}

/** Loaded on first use: it takes memory that a shop without passkeys does not need. */
const library = () => import('@simplewebauthn/server')

const base64url = z
	.string()
	.regex(/^[A-Za-z0-9_-]+$/)
	.max(16_384)
const id = base64url.max(1_400)
const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))

// Extensions and anything else that the browser adds are dropped, as none are requested.
const common = {
	id,
	rawId: id,
	type: z.literal('public-key'),
	clientExtensionResults: z
		.unknown()
		.optional()
		.transform(() => ({})),
}

/** What `navigator.credentials.create()` returned, as JSON. */
export const registrationSchema = z.object({
	...common,
	response: z.object({
		attestationObject: base64url,
		clientDataJSON: base64url,
		// A browser may send a transport that is not listed here.
		transports: transports.optional().catch([]),
	}),
})

/** What `navigator.credentials.get()` returned, as JSON. */
export const assertionSchema = z.object({
	...common,
	response: z.object({
		authenticatorData: base64url,
		clientDataJSON: base64url,
		signature: base64url,
		userHandle: base64url.nullish().transform((value) => value ?? undefined),
	}),
})

interface Site {
	/** Origin of the site, without a trailing slash. Keys belong to its host. */
	siteUrl: string
	/**
	 * Origin of the page that asks for the key, if it is not the site's origin. The page's host must be the site's host or a
	 * subdomain of it.
	 */
	pageUrl?: string
}

/**
 * What the key is used for. A passkey signs in on its own, so the browser must find it without an address, and it must verify
 * its user.
 */
export type KeyUse = 'passkey' | 'second step'

/** Returns what the browser needs to make a key for the user. */
export async function creationOptions(
	{ siteUrl, database }: Pick<AuthDependencies, 'siteUrl' | 'database'>,
	user: UserRow,
	{ existing, use }: { existing: readonly CredentialRow[]; use: KeyUse },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
	const { hostname } = new URL(siteUrl)
	const isPasskey = use === 'passkey'
	return await (await library()).generateRegistrationOptions({
		rpName: await readShopName(database),
		rpID: hostname,
		userName: user.email || `+${user.phone}`,
		userDisplayName: user.email || `+${user.phone}`,
		userID: new Uint8Array(Buffer.from(user.id)),
		attestationType: 'none',
		excludeCredentials: existing.map(({ credential_id }) => ({ id: credential_id })),
		authenticatorSelection: {
			residentKey: isPasskey ? 'required' : 'discouraged',
			requireResidentKey: isPasskey,
			userVerification: isPasskey ? 'required' : 'discouraged',
		},
		supportedAlgorithmIDs: algorithms,
	})
}

// EdDSA, ES256 and RS256, which all browsers and keys in use offer.
const algorithms = [-8, -7, -257]

/** Returns what the browser needs to answer with one of these keys or, if there are none, with any passkey for this site. */
export async function requestOptions(
	{ siteUrl }: Site,
	{ allowed, use }: { allowed: readonly CredentialRow[]; use: KeyUse },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
	const options = await (await library()).generateAuthenticationOptions({
		rpID: new URL(siteUrl).hostname,
		allowCredentials: allowed.map(({ credential_id }) => ({ id: credential_id })),
		userVerification: use === 'passkey' ? 'required' : 'discouraged',
	})
	return options
}

/** Checks a new key. Throws `webauthn_verification_failed`. */
export async function checkRegistration(
	{ siteUrl, pageUrl = siteUrl }: Site,
	response: z.infer<typeof registrationSchema>,
	{ challenge, use }: { challenge: string; use: KeyUse },
): Promise<NewCredential> {
	const { verified, registrationInfo } = await orRefused(async () =>
		(await library()).verifyRegistrationResponse({
			response: {
				...response,
				response: { ...response.response, transports: response.response.transports ?? [] },
			},
			expectedChallenge: challenge,
			expectedOrigin: pageUrl,
			expectedRPID: new URL(siteUrl).hostname,
			requireUserVerification: use === 'passkey',
			supportedAlgorithmIDs: algorithms,
		}),
	)
	if (!verified) throw credentialRefused()
	const { credential } = registrationInfo
	return {
		credentialId: credential.id,
		publicKey: Buffer.from(credential.publicKey),
		signCount: credential.counter,
		transports: response.response.transports ?? [],
	}
}

/** Checks the answer of a stored key, and returns the key's new counter. Throws `webauthn_verification_failed`. */
export async function checkAssertion(
	{ siteUrl, pageUrl = siteUrl }: Site,
	response: z.infer<typeof assertionSchema>,
	{ challenge, credential, use }: { challenge: string; credential: CredentialRow; use: KeyUse },
): Promise<number> {
	const { userHandle, ...answer } = response.response
	// A key may name its user. A passkey must, because the browser sends no address with it.
	const isOwn = userHandle === undefined ? use !== 'passkey' : handleOf(credential.user_id) === userHandle
	if (!isOwn) throw credentialRefused()
	const { verified, authenticationInfo } = await orRefused(async () =>
		(await library()).verifyAuthenticationResponse({
			response: { ...response, response: answer },
			expectedChallenge: challenge,
			expectedOrigin: pageUrl,
			expectedRPID: new URL(siteUrl).hostname,
			credential: {
				id: credential.credential_id,
				publicKey: new Uint8Array(credential.public_key),
				counter: Number(credential.sign_count),
			},
			requireUserVerification: use === 'passkey',
		}),
	)
	if (!verified) throw credentialRefused()
	return authenticationInfo.newCounter
}

/** Returns the user handle that a key stores, as the browser sends it. */
function handleOf(userId: string): string {
	return Buffer.from(userId).toString('base64url')
}

/** Turns the library's errors into the error of the API. The library throws a plain `Error` for anything invalid. */
async function orRefused<T>(check: () => Promise<T>): Promise<T> {
	try {
		return await check()
	} catch (error) {
		throw credentialRefused(error)
	}
}
