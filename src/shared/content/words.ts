import { z } from 'zod'

// Text that turns its own direction can show a visitor something else than it says.
const oneLine = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u

/**
 * Returns the schema of a text that people write: one paragraph of at most this many characters. How the admin's editor shows a field
 * is declared beside it with `.meta`: `title` and `description` are its label and hint, and `fixed` says where it is changed instead.
 */
export function words(longest: number): z.ZodString {
	return z
		.string()
		.min(1)
		.max(longest)
		.regex(oneLine, 'can’t have line breaks, or hidden marks that turn its direction')
}
