/**
 * Every kind of email that has a link to stop it. `page` is the page that the link opens, `operation` the function that this page
 * calls.
 */
export const stopLinks = {
	releases: { page: '/notice/stop', operation: 'cancel-release-notices' },
	reviews: { page: '/reviews/stop', operation: 'stop-review-requests' },
	editions: { page: '/editions/stop', operation: 'stop-edition-notices' },
	news: { page: '/news/stop', operation: 'stop-news' },
} as const

/** A kind of email that its readers can stop. */
export type StopKind = keyof typeof stopLinks

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
