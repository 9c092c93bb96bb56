/** What a captcha can be solved for. A solution for one purpose is rejected for any other. */
export const captchaPurposes = ['sign-up', 'sign-in', 'otp', 'recover', 'resend'] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]

/**
 * How much work a challenge takes. For each puzzle, the browser looks for a number such that the SHA-256 of seed, puzzle and
 * number begins with `bits` zero bits. The seed is the SHA-256 of the challenge. Puzzle and number are four bytes each. The
 * time for several small puzzles varies less than the time for a large one. All of them together take about 65,000 hashes, which
 * is 0.05 seconds on a laptop.
 */
export const work = { puzzles: 16, bits: 12 } as const

/**
 * The type of the message that the frame with the captcha sends to the page around it. The message contains the captcha’s token,
 * which is empty if the captcha failed.
 */
export const captchaMessage = 'headstart-captcha'
