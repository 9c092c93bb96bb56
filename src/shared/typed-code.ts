/** What may stand between the characters of a code: spaces, dashes of every keyboard, and characters without width. */
const between = String.raw`[\s\p{Z}\p{Pd}\p{Cf}−˗ーｰ]`

/** The pattern of a field for a code of digits, which may be those of any script. */
export const digitsPattern = String.raw`${between}*(?:\p{Nd}${between}*){6,10}`

/**
 * Returns a typed code as it was sent: its digits as ASCII, its letters small and of normal width, nothing between them. Phones set
 * to Arabic type other digits, Japanese keyboards wide ones, and copied codes have spaces and dashes.
 */
export function typedCode(typed: string): string {
	return typed
		.normalize('NFKC')
		.replaceAll(new RegExp(between, 'gu'), '')
		.replaceAll(/\p{Nd}/gu, asciiDigit)
		.toLowerCase()
}

function asciiDigit(digit: string): string {
	const place = digit.codePointAt(0) ?? 0
	let zero = place
	// The digits of a script follow each other, from zero to nine.
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
	return String((place - zero) % 10)
}
