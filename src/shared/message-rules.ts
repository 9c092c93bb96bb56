// The rules for emailed links, and for emailed and texted codes, that the server, the pages and the emails share.

/** How long an emailed code works. */
export const emailCodeMinutes = 10

/** How long a texted code works. */
export const textCodeMinutes = 10

/** How long a link to choose a new password works. */
export const recoveryLinkMinutes = 60

/**
 * How many days a visitor has to confirm an address for news of a release. After that, the link stops working and the address is
 * deleted.
 */
export const confirmNoticeDays = 7

/** How long the link works with which a buyer who is signed out cancels a purchase. */
export const requestLinkHours = 24

/** The shortest interval between two emails of the same kind to one address. */
export const secondsBetweenEmails = 60

/** The shortest interval between two text messages to one number. */
export const secondsBetweenTexts = 60
