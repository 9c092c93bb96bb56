/**
 * How long the pages' links to files work, in seconds: one that a visitor asked for by a button, and one for the download that starts
 * by itself after a payment (docs/specification.md section 7).
 */
export const linkSeconds = { pressed: 60, afterPayment: 300 } as const

/**
 * The query parameter that a page adds to a link if it starts the download by itself. Such a download alone doesn't count as
 * opening the guide.
 */
export const automaticDownload = 'automatic'

/** The query parameter that names a file inside a ZIP. The link of the ZIP then leads to that file alone. */
export const packedName = 'inside'
