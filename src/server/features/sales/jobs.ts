import { defineJob, often } from '#server/platform/jobs/define-job.ts'
import { upkeep } from '#server/shop/failed-job-words.ts'

/** Counts, for each day, how many visitors took each step towards a purchase or an account. */
export const sumStepsJob = defineJob('sum-steps', {
	schedule: often('41 * * * *'),
	whenFailed: { what: 'The daily counts of steps towards a sale were not updated', ...upkeep },
})

/** Updates the tables that lists and figures are read from: the movements of money, their sums, and today's steps. */
export const refreshSumsJob = defineJob('refresh-sums', {
	schedule: often('* * * * *'),
	whenFailed: { what: 'The stored sales figures were not brought up to date', ...upkeep },
})

export const salesJobs = [sumStepsJob, refreshSumsJob]
