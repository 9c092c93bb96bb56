const names = new Intl.DisplayNames('en-GB', { type: 'region' })

/** Returns the name of a country in two letters. */
export function countryName(code: string | null): string {
	if (code === null) return 'Not known'
	try {
		return names.of(code) ?? code
	} catch {
		return code
	}
}
