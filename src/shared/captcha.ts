/** The purposes of solutions. A solution for another purpose is rejected. */
export const captchaPurposes = ['sign-up', 'sign-in', 'otp', 'recover', 'resend'] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/**
 * How much work a challenge is. For each puzzle, the browser looks for a number such that the SHA-256 of seed, puzzle and
 * number begins with this many zero bits. The seed is the SHA-256 of the challenge; puzzle and number are four bytes each. The
 * time for several small puzzles varies less than the time for a large one. All together take about 65,000 hashes: 0.05 seconds
 * on a laptop.
 */
export const work = { puzzles: 16, bits: 12 } as const

/**
 * The type of the message with which the frame of a captcha service’s widget sends its token to the page. The token is empty if
 * the captcha failed.
 */
export const captchaMessage = 'headstart-captcha'
