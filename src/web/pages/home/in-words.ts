const words = [
	'None',
	'One',
	'Two',
	'Three',
	'Four',
	'Five',
	'Six',
	'Seven',
	'Eight',
	'Nine',
	'Ten',
	'Eleven',
	'Twelve',
]

/** Returns a count as a capitalised word or, if it is more than twelve, in digits. */
export function inWords(count: number): string {
	return words[count] ?? `${count}`
}
