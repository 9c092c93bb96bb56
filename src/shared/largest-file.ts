/** The most bytes of a file that is uploaded: by programs, by members, and through the recommended proxy. */
export const largestFileBytes = 50 * 1024 * 1024

/** The same in words. */
export const largestFile = `${largestFileBytes / 1024 ** 2} MB`
