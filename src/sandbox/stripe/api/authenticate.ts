import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '#sandbox/stripe/api/api-error.ts'

export interface ApiKey {
	/** Undefined for the secret key, which has all permissions. */
	permissions: readonly string[] | undefined
	/** The key, masked so that an answer may contain it. */
	masked: string
}

interface KnownKeys {
	secretKey: string
	restrictedKeys: Readonly<Record<string, readonly string[]>>
}

/** Returns the key of a call. Throws Stripe's 401 if it is not a key of the account. */
export function authenticate(header: string | undefined, { secretKey, restrictedKeys }: KnownKeys): ApiKey {
	const given = keyOf(header)
	if (given === undefined) {
		throw new ApiError({
			status: 401,
			message:
				"You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
		})
	}
	if (isSame(given, secretKey)) return { permissions: undefined, masked: masked(given) }
	const permissions = Object.hasOwn(restrictedKeys, given) ? restrictedKeys[given] : undefined
	if (permissions !== undefined) return { permissions, masked: masked(given) }
	throw new ApiError({ status: 401, message: `Invalid API Key provided: ${masked(given)}` })
}

/** Reads the key from a bearer token, or from the user name of basic authentication as in Stripe's examples with curl. */
function keyOf(header: string | undefined): string | undefined {
	const [, scheme, value] = /^(bearer|basic)\s+(\S+)$/i.exec(header ?? '') ?? []
	if (value === undefined) return undefined
	if (scheme?.toLowerCase() === 'bearer') return value
	return Buffer.from(value, 'base64').toString('utf8').split(':')[0] || undefined
}

export function isSame(given: string, wanted: string): boolean {
	const one = Buffer.from(given)
	const other = Buffer.from(wanted)
	return one.length === other.length && timingSafeEqual(one, other)
}

function masked(key: string): string {
	return key.length <= 12
		? '*'.repeat(key.length)
		: `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
}
