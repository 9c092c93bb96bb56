/** The kinds of link that our emails hold: those of the Auth API, and one of ours that stops a planned change. */
const linkTypes = [
	'signup',
	'email',
	'invite',
	'magiclink',
	'recovery',
	'email_change',
	'keep_factors',
] as const
export type LinkType = (typeof linkTypes)[number]

/** What an emailed link carries. */
export interface MailLink {
	tokenHash: string
	type: LinkType
}

/** Returns the emailed link in an address's query; null if a part is missing, as in a link copied by hand. */
export function readMailLink(query: URLSearchParams): MailLink | null {
	const tokenHash = query.get('token_hash')
	const type = linkTypes.find((known) => known === query.get('type'))
	return tokenHash && type ? { tokenHash, type } : null
}
