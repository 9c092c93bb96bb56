/** Returns where the emails about releases can be stopped: the page with a button, and the address that a mail program posts to (RFC 8058). */
export function stopAddresses(siteUrl: string, token: string): { page: string; oneClick: string } {
	return {
		page: `${siteUrl}/notice/stop?token=${token}`,
		oneClick: `${siteUrl}/functions/v1/cancel-release-notices?token=${token}`,
	}
}
