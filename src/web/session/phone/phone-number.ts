import { typedCode } from '#shared/typed-code.ts'
import { isPartShown } from '#web/site/site-settings.ts'

/**
 * Returns a typed number in E.164, without the plus sign; null if it cannot be a phone number. If the shop texts UK numbers,
 * a number that begins with 0 counts as a UK number.
 */
export function readNumber(typed: string, readsUkNumbers = isPartShown(['uk-numbers'])): string | null {
	const digits = typedCode(typed).replace(/[().]|\//g, '')
	const international = /^(?:\+|00)([1-9]\d{6,14})$/.exec(digits.replace(/^(\+44|0044)0/, '$1'))
	if (international !== null) return international[1] ?? null
	if (readsUkNumbers && /^0[1-9]\d{8,9}$/.test(digits)) return `44${digits.slice(1)}`
	return null
}

/** Returns a number as its user would write it, such as +44 7700 900123. */
export function showNumber(phone: string): string {
	const [, uk, rest] = /^44(\d{4})(\d{6})$/.exec(phone) ?? []
	return uk === undefined || rest === undefined ? `+${phone}` : `+44 ${uk} ${rest}`
}

/** Returns the digits that distinguish a number without revealing it. */
export function endOf(phone: string): string {
	return phone.slice(-3)
}
