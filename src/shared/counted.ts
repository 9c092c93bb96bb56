/** Writes a count with its noun, such as "1 sale" or "1,200 sales". */
export function counted(count: number, noun: string): string {
	return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
