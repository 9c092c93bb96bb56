import { randomBytes } from 'node:crypto'

/** Makes an unguessable id with a prefix for its kind, such as `cs_test_a1…`. */
export type NewId = (prefix: string, length?: number) => string

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const randomId: NewId = (prefix, length = 24) => {
	let text = ''
	// 248 is the largest multiple of 62 below 256. Bytes from 248 on are skipped, because they would make the first characters of
	// the alphabet more frequent.
	while (text.length < length) {
		for (const byte of randomBytes(length)) {
			if (byte < 248 && text.length < length) text += alphabet[byte % 62]
		}
	}
	return `${prefix}_${text}`
}
