import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const nonceBytes = 12
const tagBytes = 16
const periodSeconds = 30

/** Returns a new secret for an authenticator app. */
export function makeSecret(): Buffer {
	return randomBytes(20)
}

/** Encrypts a secret for one factor. The result cannot be decrypted for another factor. */
export function sealSecret(secret: Buffer, factorId: string, key: string): Buffer {
	const nonce = randomBytes(nonceBytes)
	const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(factorId))
	const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
	return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/**
 * Decrypts a secret with whichever of the keys fits. Throws if none does, or if the secret was encrypted for another factor.
 */
export function openSecret(sealed: Buffer, factorId: string, [key, ...others]: readonly string[]): Buffer {
	if (key === undefined) throw new Error('no encryption key is left to try')
	try {
		return openWith(key, sealed, factorId)
	} catch (error) {
		if (others.length === 0) throw error
		return openSecret(sealed, factorId, others)
	}
}

function openWith(key: string, sealed: Buffer, factorId: string): Buffer {
	const decipher = createDecipheriv('aes-256-gcm', keyOf(key), sealed.subarray(0, nonceBytes))
		.setAAD(Buffer.from(factorId))
		.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
	return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/**
 * Creates the TOTP every authenticator app supports: SHA-1, six digits, thirty seconds. Leaves colons out of both names, because
 * a colon separates them in the URI, and apps decode it before they look for the first.
 */
export function authenticator(secret: Buffer, { issuer, label }: { issuer: string; label: string }): TOTP {
	return new TOTP({
		issuer: withoutColons(issuer),
		label: withoutColons(label),
		secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
		digits: 6,
		period: periodSeconds,
	})
}

function withoutColons(name: string): string {
	return name.replaceAll(/\s*:\s*/g, ' ').trim()
}

/** Returns the time step that a code belongs to. Returns undefined unless that is the current step or one of its neighbours. */
export function stepOf(code: string, secret: Buffer, now: Date): number | undefined {
	if (!/^\d{6}$/.test(code)) return undefined
	const app = authenticator(secret, { issuer: '', label: '' })
	const steps = app.validate({ token: code, timestamp: now.getTime(), window: 1 })
	return steps === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + steps
}

function keyOf(key: string): Buffer {
	return Buffer.from(hkdfSync('sha256', key, '', 'headstart second step', 32))
}
