import { firstName } from '#shared/first-name.ts'

const longestName = 40
// A letter, the marks that belong to it, and the joiners that some scripts need between letters.
const name = /^(?:\p{L}\p{M}{0,4}[\u200c\u200d]?['’-]?)+$/u

/**
 * Returns the line that opens an email: "Hello Priya," or, without a usable name, "Hello,". Users choose their names, so only one
 * word of letters is repeated: mail programs turn anything like an address or a number into a link.
 */
export function greetingOf(userMetadata: unknown): string {
	const first = firstName(userMetadata)
	if (first === undefined || first.length > longestName || !name.test(first)) return 'Hello,'
	return `Hello ${first},`
}
