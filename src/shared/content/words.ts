import { z } from 'zod'

/**
 * Returns the schema of a text that people write: one paragraph of at most this many characters. How the admin's editor shows a field
 * is declared beside it with `.meta`: `title` and `description` are its label and hint, and `fixed` says where it is changed instead.
 */
export function words(longest: number): z.ZodString {
	return z
		.string()
		.min(1)
		.max(longest)
		.regex(/^\P{Cc}*$/u, 'can’t have line breaks')
}
