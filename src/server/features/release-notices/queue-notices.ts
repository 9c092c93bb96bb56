import { z } from 'zod'
import { waitsForRelease } from '#server/features/products/list-products.ts'
import { sendReleaseNoticeJob } from '#server/features/release-notices/jobs.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { Clock } from '#shared/clock.ts'

/**
 * How long the shop waits after the last start of a server, and after a release by an owner, before it announces a product. Both
 * set the product's `updated_at`. Until then the link in the email might lead to a server of the previous version, and an owner
 * can still take back a mistaken release.
 */
const settledMs = 5 * 60_000
/**
 * How many emails are queued in one run. There is a run every five minutes, and the emails are a second apart, so that no mail
 * server takes them for spam.
 */
const mostPerRun = 300
const secondsApart = 1

const queuedSchema = z.object({ id: z.uuid() })

/**
 * Queues the email about a release to each confirmed address, once, unless an owner holds these emails back. Several servers may
 * run this at the same time, because each address is marked in the transaction that queues its email.
 */
export async function queueNotices({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
	const now = clock.now()
	await database.asServer(async (tx) => {
		const due = await tx.query(
			sql`
			update shop.release_notices set queued_at = ${now} where id in (
				select n.id from shop.release_notices n join public.products p on p.id = n.catalogue_id
				where ${waitsForRelease}
					and not p.coming_soon and not p.withdrawn and p.updated_at <= ${new Date(now.getTime() - settledMs)}
				and not exists (select from shop.release_emails e where e.catalogue_id = n.catalogue_id and e.waits)
				order by n.confirmed_at limit ${mostPerRun} for update of n skip locked
			) returning id`,
			queuedSchema,
		)
		for (const [index, { id }] of due.entries())
			await addJob(tx, sendReleaseNoticeJob, { noticeId: id }, { afterSeconds: index * secondsApart })
	})
}
