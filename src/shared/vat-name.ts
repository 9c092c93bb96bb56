import { countryName } from './countries.ts'

/** Returns what a receipt calls its VAT: with the country and the rate, in per cent, if it is another country's. */
export function vatName({ country, rate }: { country: string | null; rate: number | null }): string {
	return country === null || rate === null ? 'VAT' : `VAT of ${countryName(country)}, ${rate} %`
}
