import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { hashToken, makeToken } from '#server/platform/tokens.ts'

/** Makes the token of an email link. The prefix marks a request that began a PKCE flow. */
export function makeLinkToken(isPkce: boolean): string {
	return `${isPkce ? 'pkce_' : ''}${makeToken()}`
}

export function makeCode(digits: number): string {
	return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** Hashes a code together with its request, so that equal codes have different hashes. */
export function hashCode(tokenId: string, code: string): Buffer {
	return hashToken(`${tokenId}:${code}`)
}

/** Twenty characters in base64url. */
const familyBytes = 15
const familyLength = 20

/** Makes a refresh token: 32 random bytes in base64url. If it replaces another token, it begins with the same characters. */
export function makeRefreshToken(predecessor?: string): string {
	const family =
		predecessor?.length === 43 ? familyOf(predecessor) : randomBytes(familyBytes).toString('base64url')
	return family + randomBytes(32 - familyBytes).toString('base64url')
}

/** Returns the secret prefix shared by all tokens of one session. */
export function familyOf(token: string): string {
	return token.slice(0, familyLength)
}

/**
 * Reports whether a text has the format of one of our refresh tokens, or of one of the reference server's (twelve letters and
 * digits).
 */
export function looksLikeRefreshToken(text: string): boolean {
	return /^([A-Za-z0-9_-]{43}|[a-z0-9]{12})$/.test(text)
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a new token with the token that it replaces, so that only a holder of the replaced token can read the new one. A
 * browser that missed the response, or a second tab, can then receive the same new token. The database never stores the new token
 * in plain text.
 */
export function seal(successor: string, token: string): Buffer {
	const nonce = randomBytes(nonceBytes)
	const cipher = createCipheriv('aes-256-gcm', sealingKey(token), nonce)
	const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()])
	return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts what `seal` encrypted with the same token. Throws if the token is another one. */
export function unseal(sealed: Buffer, token: string): string {
	const decipher = createDecipheriv('aes-256-gcm', sealingKey(token), sealed.subarray(0, nonceBytes))
	decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
	return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

function sealingKey(token: string): Buffer {
	return Buffer.from(hkdfSync('sha256', token, '', 'headstart: successor of a refresh token', 32))
}
