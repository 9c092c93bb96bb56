const names = new Intl.DisplayNames('en-GB', { type: 'region' })

/** Returns the name of a country by its code. */
export function countryName(code: string | null): string {
	if (code === null) return 'Not known'
	try {
		return names.of(code) ?? code
	} catch {
		return code
	}
}

/** The member states of the European Union. */
const memberStates = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(
	' ',
)

/** Where a buyer lives, as far as VAT is concerned. */
export const regions = ['uk', 'eu', 'elsewhere'] as const
export type Region = (typeof regions)[number]

/** Returns the region of a country by its code. The Isle of Man counts as the United Kingdom for VAT, and Monaco as France. */
export function regionOf(country: string): Region {
	if (country === 'GB' || country === 'IM') return 'uk'
	return country === 'MC' || memberStates.includes(country) ? 'eu' : 'elsewhere'
}
