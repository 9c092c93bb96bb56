import { accountsJobs } from '#server/features/accounts/jobs.ts'
import { announcementsJobs } from '#server/features/announcements/jobs.ts'
import { codesJobs } from '#server/features/codes/jobs.ts'
import { editionNoticesJobs } from '#server/features/edition-notices/jobs.ts'
import { releaseNoticesJobs } from '#server/features/release-notices/jobs.ts'
import { reviewsJobs } from '#server/features/reviews/jobs.ts'
import { salesJobs } from '#server/features/sales/jobs.ts'
import { staffJobs } from '#server/features/staff/jobs.ts'
import { upkeepJobs } from '#server/features/upkeep/jobs.ts'
import { shopJobs } from '#server/shop/jobs.ts'

/** Every kind of job. `boot/job-handlers.ts` has a handler for each. */
export const jobs = [
	...shopJobs,
	...announcementsJobs,
	...codesJobs,
	...releaseNoticesJobs,
	...reviewsJobs,
	...editionNoticesJobs,
	...staffJobs,
	...salesJobs,
	...accountsJobs,
	...upkeepJobs,
]
