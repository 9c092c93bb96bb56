import { foldText } from './fold-text.ts'

/** What the last part of an address looks like. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Returns the last part of an address for a title: "What a £400 deposit is for" is at `what-a-400-deposit-is-for`. */
export function slugOf(title: string, otherwise: string): string {
	const plain = foldText(title)
		.replaceAll("'", '')
		.replaceAll(/[^a-z0-9]+/g, '-')
	return plain.slice(0, 60).replaceAll(/^-+|-+$/g, '') || otherwise
}
