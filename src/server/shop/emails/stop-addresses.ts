import { type StopKind, stopLinks } from '#shared/stop-links.ts'

interface StopAddresses {
	/** The page with a button that stops the emails. */
	page: string
	/** The address that a mail program posts to (RFC 8058). */
	oneClick: string
}

/** Returns the addresses that stop one kind of email for the recipient to whom `token` belongs. */
export function stopAddresses(siteUrl: string, kind: StopKind, token: string): StopAddresses {
	const { page, operation } = stopLinks[kind]
	return {
		page: `${siteUrl}${page}?token=${token}`,
		oneClick: `${siteUrl}/functions/v1/${operation}?token=${token}`,
	}
}
