// What the server and the pages must agree on about codes sent to phones.

/** How long a texted code works. */
export const textCodeMinutes = 10

/** The shortest interval between two text messages to one number. */
export const secondsBetweenTexts = 60
