/**
 * Money inside the house is integer pence. Pounds as a number exist only on the wire (`price`) and are made here.
 */

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** `1499` -> `"£14.99"`, `0` -> `"£0.00"`. Throws a RangeError for anything but whole pence. */
export function formatPounds(pence: number): string {
	assertWholePence(pence)
	return pounds.format(pence / 100)
}

/** `1499` -> `14.99`, the number nearest to that many pounds. Throws a RangeError for anything but whole pence. */
export function penceToPounds(pence: number): number {
	assertWholePence(pence)
	return pence / 100
}

/** `14.99` -> `1499`. Throws a RangeError where the amount is not a whole number of pence. */
export function poundsToPence(amount: number): number {
	const pence = Math.round(amount * 100)
	// Division by 100 rounds correctly, so a true amount of pence comes back as the very same number.
	if (!Number.isSafeInteger(pence) || pence / 100 !== amount) {
		throw new RangeError(`not a whole number of pence: £${amount}`)
	}
	return pence
}

function assertWholePence(pence: number): void {
	if (!Number.isSafeInteger(pence)) throw new RangeError(`not a whole number of pence: ${pence}`)
}
