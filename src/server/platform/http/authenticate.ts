import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '#server/platform/db/transaction.ts'
import { invalidApiKey, malformedAuthorization, noApiKey } from '#server/platform/errors.ts'
import type { AccessTokens } from '#server/platform/http/access-token.ts'

/** Returns the caller of a request; throws `no_authorization`, `invalid_api_key`, `bad_jwt` or `jwt_expired`. */
export type Authenticate = (request: Request) => Promise<Caller>

interface AuthenticateOptions {
	publishableKey: string
	secretKey: string
	accessTokens: Pick<AccessTokens, 'verify' | 'roleOfSignedKey'>
}

/**
 * Reads the two headers of the official client. `apikey` gives the caller's role. An access token in `Authorization` takes
 * precedence. If no user is signed in, the client sends its key as the bearer token too, so a key there means the same as in
 * `apikey`.
 */
export function createAuthenticate({
	publishableKey,
	secretKey,
	accessTokens,
}: AuthenticateOptions): Authenticate {
	const isSecret = equals(secretKey)
	const isPublishable = equals(publishableKey)
	return async (request) => {
		const apiKey = request.headers.get('apikey')
		const bearer = readBearer(request.headers.get('authorization'))
		const byKey = apiKey === null ? undefined : await callerOfKey(apiKey)
		if (apiKey !== null && byKey === undefined) throw invalidApiKey()
		if (bearer === undefined) {
			if (byKey === undefined) throw noApiKey()
			return byKey
		}
		const byBearer = await callerOfKey(bearer)
		if (byBearer !== undefined) return byBearer
		return { role: 'authenticated', claims: await accessTokens.verify(bearer) }
	}

	async function callerOfKey(key: string): Promise<Caller | undefined> {
		if (isSecret(key)) return { role: 'service' }
		if (isPublishable(key)) return { role: 'anon' }
		const role = await accessTokens.roleOfSignedKey(key)
		if (role === undefined) return undefined
		return { role: role === 'anon' ? 'anon' : 'service' }
	}
}

function readBearer(header: string | null): string | undefined {
	if (header === null) return undefined
	const match = /^Bearer ([A-Za-z0-9._~+/=-]+)$/.exec(header)
	if (match?.[1] === undefined) throw malformedAuthorization()
	return match[1]
}

/** Makes the function that compares a text with a secret. The time that it takes reveals only the length. */
function equals(secret: string): (text: string) => boolean {
	const right = Buffer.from(secret)
	return (text) => {
		// Access tokens are compared too. Their length differs from a key's, so they need no further comparison.
		if (text.length !== secret.length) return false
		const left = Buffer.from(text)
		return left.length === right.length && timingSafeEqual(left, right)
	}
}
