// What the server, the pages and the emails must agree on about links and codes sent by email.

/** How long an emailed code works. */
export const emailCodeMinutes = 10

/** How long a link to choose a new password works. */
export const recoveryLinkMinutes = 60

/** How many days a link works that confirms an address for news of a release. After them the address is deleted. */
export const confirmNoticeDays = 7

/** The shortest interval between two emails of a kind to one address. */
export const secondsBetweenEmails = 60

/** Returns a duration as it is said in a sentence: “10 minutes”, “an hour”. */
export function durationInWords(minutes: number): string {
	if (minutes % 60 !== 0) return `${minutes} minutes`
	return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}
