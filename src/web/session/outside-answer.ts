/** What the address says after a visit to an outside provider such as Google. */
export type OutsideAnswer = { code: string } | { errorCode: string }

const members = ['code', 'error', 'error_code', 'error_description'] as const

/** The answer in an address, and the address without it; null where there is none. */
export function readOutsideAnswer(address: URL): { answer: OutsideAnswer; rest: string } | null {
	const { searchParams: query } = address
	const code = query.get('code')
	const errorCode = query.get('error_code') ?? query.get('error')
	if (code === null && errorCode === null) return null
	const rest = new URL(address)
	for (const member of members) rest.searchParams.delete(member)
	// The wire says errors in the fragment too.
	if (new URLSearchParams(rest.hash.slice(1)).has('error_code')) rest.hash = ''
	const path = rest.pathname + rest.search + rest.hash
	return { answer: errorCode === null ? { code: code ?? '' } : { errorCode }, rest: path }
}
