// A descriptor has 22 characters: the account's prefix of up to ten, an asterisk, a space, and this suffix.
const longest = 10

/**
 * Returns the text after the shop's name on a bank statement, by Stripe's rules: plain Latin characters without < > \\ ' " *,
 * and at least one letter. Undefined if nothing of the name can be printed.
 */
export function statementSuffix(name: string): string | undefined {
	const printable = name
		.normalize('NFKD')
		.replace(/[^\x20-\x7e]|[<>\\'"*]/g, '')
		.replace(/\s+/g, ' ')
		.trim()
		.toUpperCase()
	const whole =
		printable.length <= longest ? printable : printable.slice(0, longest + 1).replace(/ [^ ]*$/, '')
	const suffix = whole.slice(0, longest).trim()
	return /[A-Z]/.test(suffix) ? suffix : undefined
}
