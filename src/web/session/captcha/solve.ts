// The browser’s own SHA-256 is not used, because it is asynchronous. Waiting for its result takes twenty times as long as the hash
// itself.
import { sha256 } from '@noble/hashes/sha2.js'

/** A challenge, and how much work it is (see `work` in `src/shared/captcha.ts`). */
export interface Work {
	challenge: string
	puzzles: number
	bits: number
}

/** Solves a challenge, which takes about `puzzles × 2^bits` hashes. Returns the token. */
export function solve({ challenge, puzzles, bits }: Work): string {
	const message = new Uint8Array(40)
	message.set(sha256(new TextEncoder().encode(challenge)))
	const fields = new DataView(message.buffer)
	const numbers = new DataView(new ArrayBuffer(4 * puzzles))
	const below = 2 ** (32 - bits)
	for (let puzzle = 0; puzzle < puzzles; puzzle += 1) {
		fields.setUint32(32, puzzle)
		let number = 0
		do {
			number += 1
			fields.setUint32(36, number)
		} while (firstBytes(sha256(message)) >= below)
		numbers.setUint32(4 * puzzle, number)
	}
	return `${challenge}.${base64Url(new Uint8Array(numbers.buffer))}`
}

function firstBytes([a = 0, b = 0, c = 0, d = 0]: Uint8Array): number {
	return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}

function base64Url(bytes: Uint8Array): string {
	const text = btoa(String.fromCharCode(...bytes))
	return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
