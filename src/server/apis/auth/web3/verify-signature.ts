import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { Chain, SignInMessage } from '#server/apis/auth/web3/read-message.ts'
import { validationFailed } from '#server/platform/errors.ts'

/** Reads a signature. Throws `validation_failed` unless it has the chain's length and form. */
export function readSignature(chain: Chain, text: string): Uint8Array {
	return chain === 'ethereum' ? readHex(text) : readBase64(text)
}

/** Reports whether this text was signed with the key of the address in the message. */
export function isSigned(
	chain: Chain,
	{ text, message, signature }: { text: string; message: SignInMessage; signature: Uint8Array },
): boolean {
	try {
		return chain === 'ethereum'
			? isSignedOnEthereum(text, message.address, signature)
			: isSignedOnSolana(text, message, signature)
	} catch {
		// The libraries throw for a point that is not on the curve.
		return false
	}
}

/** Recovers the signer from an Ethereum "personal message" (EIP-191). */
function isSignedOnEthereum(text: string, address: string, signature: Uint8Array): boolean {
	const bytes = Buffer.from(text)
	const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`)
	const last = signature[64] ?? 0
	const recovery = last >= 27 ? last - 27 : last
	const recovered = Uint8Array.of(recovery, ...signature.subarray(0, 64))
	const key = secp256k1.recoverPublicKey(recovered, keccak_256(Buffer.concat([prefix, bytes])), {
		prehash: false,
	})
	const point = secp256k1.Point.fromBytes(key).toBytes(false)
	const signer = Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex')
	return `0x${signer}` === address.toLowerCase()
}

/**
 * Checks a signature of the text. A Ledger puts a header with the domain in front of the text and signs the two together, so such
 * a signature is accepted as well.
 */
function isSignedOnSolana(text: string, { address, domain }: SignInMessage, signature: Uint8Array): boolean {
	const key = base58.decode(address)
	if (key.length !== 32) return false
	const bytes = Buffer.from(text)
	const verify = (signed: Uint8Array) => ed25519.verify(signature, signed, key, { zip215: false })
	if (verify(bytes)) return true
	const site = Buffer.alloc(32)
	site.write(domain)
	const length = Buffer.alloc(2)
	length.writeUInt16LE(bytes.length)
	const header = [
		Buffer.from([0xff]),
		Buffer.from('solana offchain'),
		Buffer.from([0]),
		site,
		Buffer.from([0, 1]),
	]
	return verify(Buffer.concat([...header, key, length, bytes]))
}

function readHex(text: string): Uint8Array {
	const hex = text.replace(/^0x/, '')
	if (!/^[0-9a-fA-F]{130}$/.test(hex))
		throw validationFailed(
			'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
		)
	return new Uint8Array(Buffer.from(hex, 'hex'))
}

function readBase64(text: string): Uint8Array {
	if (text.length !== 86 && text.length !== 88)
		throw validationFailed('signature must be 64 bytes encoded as base64 with or without padding')
	const base64 = text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
	if (!/^[\w-]{86}$/.test(base64))
		throw validationFailed('signature does not contain valid base64 characters')
	return new Uint8Array(Buffer.from(base64, 'base64url'))
}
