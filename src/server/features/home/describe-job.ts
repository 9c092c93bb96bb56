import { jobs } from '#server/features/jobs.ts'
import type { FailedJobWords } from '#server/platform/jobs/define-job.ts'
import { askDoctor } from '#server/shop/failed-job-words.ts'

const unknown: FailedJobWords = {
	what: 'A job of an earlier release has failed',
	means: 'This release doesn’t know what it was for.',
	todo: askDoctor,
}

/** Explains what the failure of a job means. */
export function describeJob(name: string): FailedJobWords {
	return jobs.find((job) => job.name === name)?.whenFailed ?? unknown
}
