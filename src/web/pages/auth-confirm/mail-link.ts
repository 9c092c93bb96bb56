/** The kinds of link a mail of ours holds, as the wire names them. */
const linkTypes = ['signup', 'email', 'invite', 'magiclink', 'recovery', 'email_change'] as const
export type LinkType = (typeof linkTypes)[number]

/** What a mail's link carries. */
export interface MailLink {
	tokenHash: string
	type: LinkType
}

/** The mail link in an address's query; null where it has lost a part, as a link copied by hand may. */
export function readMailLink(query: URLSearchParams): MailLink | null {
	const tokenHash = query.get('token_hash')
	const type = linkTypes.find((known) => known === query.get('type'))
	return tokenHash && type ? { tokenHash, type } : null
}
