import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { wrongEncryptionKey } from '#server/platform/errors.ts'

const nonceBytes = 12
const tagBytes = 16

/** Encrypts a secret for one factor. The result cannot be decrypted for another factor. */
export function sealSecret(secret: Buffer, factorId: string, key: string): Buffer {
	const nonce = randomBytes(nonceBytes)
	const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(factorId))
	const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
	return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/**
 * Decrypts a secret with whichever of the keys fits. Throws `wrong_encryption_key` if none does, or if
 * the secret was encrypted for another factor.
 */
export function openSecret(sealed: Buffer, factorId: string, [key, ...others]: readonly string[]): Buffer {
	if (key === undefined) throw wrongEncryptionKey()
	try {
		return openWith(key, sealed, factorId)
	} catch {
		return openSecret(sealed, factorId, others)
	}
}

function openWith(key: string, sealed: Buffer, factorId: string): Buffer {
	const decipher = createDecipheriv('aes-256-gcm', keyOf(key), sealed.subarray(0, nonceBytes))
		.setAAD(Buffer.from(factorId))
		.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
	return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

function keyOf(key: string): Buffer {
	return Buffer.from(hkdfSync('sha256', key, '', 'headstart second step', 32))
}
