/** A long code in groups of four, to be read and typed. */
export function groupedByFour(code: string): string {
	return (code.match(/.{1,4}/g) ?? []).join(' ')
}
