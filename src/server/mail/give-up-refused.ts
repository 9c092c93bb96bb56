import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { GiveUp } from '#server/jobs/worker.ts'
import { MailRefused } from '#server/mail/mail.ts'

interface GiveUpOptions {
	database: Database
	log: Logger
}

/** A server that refuses for good may still be mistaken for an hour; after these many tries it means it. */
const tries = 6

const payloadSchema = z.record(z.string(), z.unknown())

/**
 * Stops trying to send a mail that the mail server refuses for good, and keeps what was refused for the operator to see.
 * Every other failure is tried again.
 */
export function createGiveUpRefused({ database, log }: GiveUpOptions): GiveUp {
	return async ({ job, payload, attempt, error }) => {
		if (!(error instanceof MailRefused) || attempt < tries) return false
		const reference = Object.values(payloadSchema.parse(payload)).map(String).join(' ')
		await database.query(sql`
			insert into shop.refused_mails (job, reference, reason) values (${job}, ${reference}, ${error.message})
			on conflict (job, reference) do update set reason = excluded.reason, refused_at = now()`)
		log.error({ job, reference, err: error }, 'a mail is refused for good; npm run desk shows it')
		return true
	}
}
