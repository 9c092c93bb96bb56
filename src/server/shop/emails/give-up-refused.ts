import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { FailureRecord } from '#server/platform/jobs/worker.ts'
import { MailRefused } from '#server/shop/emails/mailer.ts'
import { MailWithheld } from '#server/shop/emails/withhold-mail.ts'

interface RecordOptions {
	database: Database
	log: Logger
}

/** Even a permanent refusal may be a mistake that the mail server corrects within hours. After this many attempts, it counts as final. */
const mostAttempts = 6

const payloadSchema = z.record(z.string(), z.unknown())

/**
 * Lists refused emails for the owner from the first refusal, and stops retrying them after a few attempts. An email that is
 * accepted later is taken off the list. Also lists withheld emails, which are never sent. All other failures are retried as
 * usual.
 */
export function recordRefusedMails({ database, log }: RecordOptions): FailureRecord {
	return {
		giveUp: async ({ job, payload, attempt, error }) => {
			const isWithheld = error instanceof MailWithheld
			if (!isWithheld && !(error instanceof MailRefused)) return false
			const isLast = isWithheld || attempt >= mostAttempts
			const reference = referenceOf(payload)
			const outcome = isLast ? 'given up' : `attempt ${attempt} of ${mostAttempts}`
			const reason = isWithheld ? error.message : `${error.message} (${outcome})`
			await database.query(sql`
				insert into shop.refused_mails (job, reference, reason) values (${job}, ${reference}, ${reason})
				on conflict (job, reference) do update set reason = excluded.reason, refused_at = now()`)
			if (isWithheld) {
				log.info({ job, reference }, error.message)
				return true
			}
			log[isLast ? 'error' : 'warn'](
				{ job, reference, err: error },
				'the mail server refuses an email; npm run admin -- refused-mails lists it',
			)
			return isLast
		},
		forget: async ({ job, payload }) => {
			await database.query(
				sql`delete from shop.refused_mails where job = ${job} and reference = ${referenceOf(payload)}`,
			)
		},
	}
}

function referenceOf(payload: unknown): string {
	return Object.values(payloadSchema.parse(payload)).map(String).join(' ')
}
