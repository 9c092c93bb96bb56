import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { PayloadOf } from '#server/platform/jobs/define-job.ts'
import type { Mail, Mailer } from '#server/shop/emails/mailer.ts'
import type { sendTestMessageJob } from '#server/shop/jobs.ts'

interface SendOptions {
	database: Database
	mailer: Mailer
	siteUrl: string
	/** Returns an example of each email, addressed to `to`. */
	sampleEmails: (to: string, words: { ofDraft: boolean }) => Promise<readonly { name: string; mail: Mail }[]>
}

/** Emails an example to the member of staff who asked for it. `actId` is the id of this request in the log of what owners do. */
export async function sendSampleEmail(
	{ database, mailer, siteUrl, sampleEmails }: SendOptions,
	{ name, actId, words }: PayloadOf<typeof sendTestMessageJob>,
): Promise<void> {
	const member = await maybeOne(
		database,
		sql`
		select u.email from shop.owner_acts a
		join auth.staff m on m.user_id = a.staff_id
		join auth.users u on u.id = m.user_id
		where a.id = ${actId}`,
		z.object({ email: z.string() }),
	)
	// The user is no longer a member of staff.
	if (member === undefined) return
	const mail = (await sampleEmails(member.email, { ofDraft: words === 'draft' })).find(
		(sample) => sample.name === name,
	)?.mail
	if (mail === undefined) return
	const { unsubscribeUrl: _unsubscribe, ...rest } = mail
	await mailer.send({
		...rest,
		to: member.email,
		subject: `Test: ${mail.subject}`,
		messageId: `<test-${actId}@${new URL(siteUrl).hostname}>`,
	})
}
