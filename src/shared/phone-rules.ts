// The rules for texted codes that the server and the pages share.

/** How long a texted code works. */
export const textCodeMinutes = 10

/** The shortest interval between two text messages to one number. */
export const secondsBetweenTexts = 60
