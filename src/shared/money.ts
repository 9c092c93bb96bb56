/** Money is integer pence. Only API calls contain pounds (`price`), which are converted here. */

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** Formats pence: `1499` -> `"£14.99"`, `0` -> `"£0.00"`. Throws a RangeError if it is not an integer. */
export function formatPounds(pence: number): string {
	assertWholePence(pence)
	return pounds.format(pence / 100)
}

/** Converts pence to pounds: `1499` -> `14.99`. Throws a RangeError if it is not an integer. */
export function penceToPounds(pence: number): number {
	assertWholePence(pence)
	return pence / 100
}

/** Converts pounds to pence: `14.99` -> `1499`. Throws a RangeError if the result is not an integer. */
export function poundsToPence(amount: number): number {
	const pence = Math.round(amount * 100)
	// For a valid amount, dividing by 100 gives back exactly the same number, because JavaScript rounds divisions correctly.
	if (!Number.isSafeInteger(pence) || pence / 100 !== amount) {
		throw new RangeError(`not a whole number of pence: £${amount}`)
	}
	return pence
}

/**
 * Reads an amount that a person has typed, such as "5", "5.00" or "£ 5.00", and returns its pence. Returns undefined if the text
 * isn't an amount.
 */
export function readPounds(text: string): number | undefined {
	const [, amount] = /^\s*£?\s*(\d{1,6}(?:\.\d\d)?)\s*$/.exec(text) ?? []
	return amount === undefined ? undefined : poundsToPence(Number(amount))
}

function assertWholePence(pence: number): void {
	if (!Number.isSafeInteger(pence)) throw new RangeError(`not a whole number of pence: ${pence}`)
}
