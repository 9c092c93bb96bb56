import { z } from 'zod'

/** How a period is written. */
export const whatIsAPeriod =
	'A period is a number of days up to today (30), a month (2026-11), a year (2026) or a first and a last day (2026-04-06..2027-04-05).'

/** A period in words, as `readPeriods` reads it. */
export const periodText = z.string().max(30)
