/** What a solution counts for. One that was made for another purpose is rejected. */
export const captchaPurposes = ['sign-up', 'sign-in', 'otp', 'recover', 'resend'] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/**
 * How much work a challenge is. For each puzzle, the browser looks for a number such that the SHA-256 of seed, puzzle and number begins
 * with this many zero bits. The seed is the SHA-256 of the challenge; puzzle and number are four bytes each. Several small puzzles vary
 * less in time than a large one. All take about 65,000 hashes: 0.05 seconds on a laptop.
 */
export const work = { puzzles: 16, bits: 12 } as const

/** The type of the message in which the frame with a service’s widget tells the page its token, which is empty if it failed. */
export const captchaMessage = 'headstart-captcha'
