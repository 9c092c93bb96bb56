/** The taxable turnover of any twelve months above which a business in the UK must register for VAT, in pence. */
export const vatThresholdPence = 90_000_00

/** The shares of the threshold, in per cent, at which the owner is emailed, once each calendar year. */
export const vatAlertLevels = [80, 95, 100] as const
