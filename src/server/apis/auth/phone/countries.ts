import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/** The numbers that Ofcom keeps free for films and examples. */
const fiction = /^447700900\d{3}$/

/**
 * Returns the country of a mobile number, as its ISO code. Undefined for any other number: fixed lines, premium rates, short numbers,
 * satellites, and numbers that no country has given out.
 */
export function countryOf(phone: string, { withFiction }: { withFiction: boolean }): string | undefined {
	if (withFiction && fiction.test(phone)) return 'GB'
	const number = parsePhoneNumberFromString(`+${phone}`)
	// The library also drops the zero after a country code that some people write, which would make two texts of one number.
	if (number?.number !== `+${phone}` || !number.isValid()) return undefined
	return number.country
}
