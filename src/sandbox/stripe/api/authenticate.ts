import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '#sandbox/stripe/api/api-error.ts'

/** Lets only the secret key in. Throws Stripe's 401 otherwise. */
export function authenticate(header: string | undefined, secretKey: string): void {
	const given = keyOf(header)
	if (given === undefined) {
		throw new ApiError({
			status: 401,
			message:
				"You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
		})
	}
	if (!isSame(given, secretKey))
		throw new ApiError({ status: 401, message: `Invalid API Key provided: ${masked(given)}` })
}

/** As bearer, or as the user of basic authentication, which is how Stripe's own examples call from a shell. */
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
