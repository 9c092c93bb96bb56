interface Opening {
	/** How often the buyer downloaded the guide or read it online. */
	opened: number
	/** When they last did so, in words; null if never. */
	last: string | null
	/** How often a page started the download by itself. */
	automatic: number
}

/** Says whether a buyer has opened a guide: "downloaded or read twice, last 24 November 2026 at 10:04". */
export function describeOpening({ opened, last, automatic }: Opening): string {
	if (last !== null) return `downloaded or read ${timesInWords(opened)}, last ${last}`
	return automatic === 0
		? 'not downloaded or read yet'
		: 'not opened yet (the download only started by itself after the payment)'
}

function timesInWords(count: number): string {
	return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}
