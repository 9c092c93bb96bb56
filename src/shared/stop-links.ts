/** Every kind of email with a link that stops it: the page that the link opens, and the function that the page calls. */
export const stopLinks = {
	releases: { page: '/notice/stop', operation: 'cancel-release-notices' },
	reviews: { page: '/reviews/stop', operation: 'stop-review-requests' },
	editions: { page: '/editions/stop', operation: 'stop-edition-notices' },
	news: { page: '/news/stop', operation: 'stop-news' },
} as const

/** A kind of email that its readers can stop. */
export type StopKind = keyof typeof stopLinks
