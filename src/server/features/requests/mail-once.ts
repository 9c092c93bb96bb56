import type { z } from 'zod'
import type { Row } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'

/** Which email about a request: that it has arrived, or the answer to it. */
export type RequestMail = 'acknowledged_at' | 'answer_mailed_at'

interface MailOnceOptions<R extends Row> {
	requestId: string
	mailed: RequestMail
	/** Reads what the email says of the request, with `q` for its row, which is only read if it hasn't been sent. */
	select: (isWanted: Sql) => Sql
	row: z.ZodType<R>
	write: (row: R) => Mail | Promise<Mail>
}

/** Sends an email about a request once, unless the server dies between sending and recording it. */
export async function mailOnce<R extends Row>(
	{ database, mailer, clock }: Pick<MailContext, 'database' | 'mailer' | 'clock'>,
	{ requestId, mailed, select, row: schema, write }: MailOnceOptions<R>,
): Promise<void> {
	const column = { acknowledged_at: sql`acknowledged_at`, answer_mailed_at: sql`answer_mailed_at` }[mailed]
	const row = await maybeOne(database, select(sql`q.id = ${requestId} and q.${column} is null`), schema)
	if (row === undefined) return
	await mailer.send(await write(row))
	await database.query(sql`update shop.requests set ${column} = ${clock.now()} where id = ${requestId}`)
}
