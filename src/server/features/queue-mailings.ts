import { news } from '#server/features/announcements/news.ts'
import { editionNotices } from '#server/features/edition-notices/edition-notices.ts'
import { queueMailingsJob } from '#server/features/mailing-lists/jobs.ts'
import type { MailingList } from '#server/features/mailing-lists/mailing-list.ts'
import { releaseNotices } from '#server/features/release-notices/release-notices.ts'
import { reviewRequests } from '#server/features/reviews/review-requests.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { MailContext } from '#server/shop/emails/mailer.ts'

/** Every mailing list. */
export const mailingLists: readonly MailingList[] = [releaseNotices, editionNotices, news, reviewRequests]

/**
 * Queues the next emails of every list, or only of those named. Queues this job again for a minute later, for the lists of which there
 * may be more. Several servers may run this at the same time. A list that fails does not hold up the others.
 */
export async function queueMailings(
	{ database, clock }: Pick<MailContext, 'database' | 'clock'>,
	only?: readonly string[],
): Promise<void> {
	const lists: string[] = []
	const failures: unknown[] = []
	for (const { name, queue } of mailingLists.filter((list) => only?.includes(list.name) ?? true))
		try {
			if ((await queue(database, clock.now())) > 0) lists.push(name)
		} catch (error) {
			failures.push(error)
		}
	const again = { key: queueMailingsJob.name, afterSeconds: 60 }
	if (lists.length > 0) await database.asServer((tx) => addJob(tx, queueMailingsJob, { lists }, again))
	if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join(' '))
}
