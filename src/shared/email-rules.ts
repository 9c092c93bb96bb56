// The rules for emailed links and codes that the server, the pages and the emails share.

/** How long an emailed code works. */
export const emailCodeMinutes = 10

/** How long a link to choose a new password works. */
export const recoveryLinkMinutes = 60

/**
 * How many days a visitor has to confirm an address for news of a release. After that, the link stops working and the address is
 * deleted.
 */
export const confirmNoticeDays = 7

/** The shortest interval between two emails of the same kind to one address. */
export const secondsBetweenEmails = 60

/** Returns a duration in words, such as “10 minutes” or “an hour”. */
export function durationInWords(minutes: number): string {
	if (minutes % 60 !== 0) return `${minutes} minutes`
	return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}
