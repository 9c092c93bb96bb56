// The child that inspects a file loads this, and none of the schemas.

/** Counts the words of a text. Pictures, and lines to write on, do not count. */
export function wordsIn(text: string): number {
	return text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length
}
