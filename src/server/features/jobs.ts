import { accountsJobs } from '#server/features/accounts/jobs.ts'
import { testAnnouncementJob } from '#server/features/announcements/jobs.ts'
import { codesJobs } from '#server/features/codes/jobs.ts'
import { formerQueueJobs, queueMailingsJob } from '#server/features/mailing-lists/jobs.ts'
import { mailingLists } from '#server/features/queue-mailings.ts'
import { sendNoticeConfirmationJob } from '#server/features/release-notices/jobs.ts'
import { requestJobs } from '#server/features/requests/jobs.ts'
import { salesJobs } from '#server/features/sales/jobs.ts'
import { staffJobs } from '#server/features/staff/jobs.ts'
import { upkeepJobs } from '#server/features/upkeep/jobs.ts'
import { shopJobs } from '#server/shop/jobs.ts'

/** Every kind of job. `boot/job-handlers.ts` has a handler for each. */
export const jobs = [
	...shopJobs,
	testAnnouncementJob,
	...codesJobs,
	sendNoticeConfirmationJob,
	queueMailingsJob,
	...formerQueueJobs,
	...mailingLists.map(({ job }) => job),
	...requestJobs,
	...staffJobs,
	...salesJobs,
	...accountsJobs,
	...upkeepJobs,
]
