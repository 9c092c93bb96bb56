/** Says how to write a password in an address. */
export const encodePassword =
	'has a character in its user or password that must be percent-encoded there: %2F for /, %3F for ?, %23 for #, %40 for @, %25 for %'

/**
 * Returns whether the user or the password in an address contains a character that ends them early, such as a slash. Generated
 * passwords and keys often do, and the address then means something else or nothing.
 */
export function hasRawPassword(value: string): boolean {
	if (!/^[a-z][a-z0-9+]*:\/\/.*@/is.test(value)) return false
	if (!URL.canParse(value)) return true
	const { username, password, pathname, search, hash } = new URL(value)
	if (`${pathname}${hash}`.includes('@') || (pathname.length < 2 && search.includes('@'))) return true
	try {
		decodeURIComponent(`${username}:${password}`)
		return false
	} catch {
		return true
	}
}
