import { z } from 'zod'
import { sendAlertJob } from '#server/features/upkeep/jobs.ts'
import { alertMail } from '#server/operations/alerts/alert-mail.ts'
import { findTroubles, type TroubleOptions } from '#server/operations/alerts/find-troubles.ts'
import { readCheckoutsOpen } from '#server/operations/alerts/refused-checkouts.ts'
import { alertTextSchema, type End, type Trouble } from '#server/operations/alerts/trouble.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'
import { readShopName } from '#server/shop/shop-name.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

const hourMs = 60 * 60_000

/**
 * Queues the email about a trouble. Each kind of trouble is emailed at most once a day. It is emailed again only if there is a
 * new case, or a case that is to be repeated. A trouble that comes back after the email about its end is emailed again the same
 * day. If several servers see the trouble at the same time, only one of them queues the email.
 */
export async function raiseAlert(database: Database, trouble: Trouble, now: Date): Promise<void> {
	const { kind, cases } = trouble
	const ids = cases.map(({ id }) => id)
	const repeats = cases.some((one) => one.repeats)
	const content = JSON.stringify(alertTextSchema.parse(trouble))
	await database.asServer(async (tx) => {
		const raised = await tx.execute(sql`
			insert into shop.alerts (kind, raised_at, content, cases) values (${kind}, ${now}, ${content}, ${ids})
			on conflict (kind) do update
			set raised_at = excluded.raised_at, content = excluded.content, cases = excluded.cases
			where alerts.raised_at <= ${new Date(now.getTime() - dayMs)} and (${repeats} or not excluded.cases <@ alerts.cases)
				or alerts.cases = '{}' and alerts.raised_at <= ${new Date(now.getTime() - hourMs)}`)
		if (raised > 0) await addJob(tx, sendAlertJob, { kind }, { key: `alert ${kind}` })
	})
}

/** Queues the email that a trouble is over, once for each email about it. Does nothing if there was none. */
export async function raiseEnd(database: Database, end: End, now: Date): Promise<void> {
	const kind = `${end.kind} ended`
	const content = JSON.stringify(alertTextSchema.parse(end))
	await database.asServer(async (tx) => {
		// Without cases, the trouble counts as over.
		const ended = await tx.execute(
			sql`update shop.alerts set cases = '{}' where kind = ${end.kind} and cases <> '{}'`,
		)
		if (ended === 0) return
		await tx.execute(sql`
			insert into shop.alerts (kind, raised_at, content, cases) values (${kind}, ${now}, ${content}, '{}')
			on conflict (kind) do update set raised_at = excluded.raised_at, content = excluded.content`)
		await addJob(tx, sendAlertJob, { kind }, { key: `alert ${kind}` })
	})
}

const rowSchema = z.object({ content: alertTextSchema, raised_at: z.date() })

interface SendOptions {
	database: Pick<Database, 'query'>
	mailer: Mailer
	siteUrl: string
	/** Undefined if nobody is to be alerted. */
	to: string | undefined
}

/** Emails the alert of one kind to the owner. */
export async function sendAlert({ database, mailer, siteUrl, to }: SendOptions, kind: string): Promise<void> {
	const row = await maybeOne(
		database,
		sql`select content, raised_at from shop.alerts where kind = ${kind}`,
		rowSchema,
	)
	if (row === undefined || to === undefined) return
	const shop = await readShopName(database)
	await mailer.send(alertMail({ to, shop, siteUrl, kind, text: row.content, raisedAt: row.raised_at }))
}

interface RaiseOptions extends Omit<TroubleOptions, 'now'> {
	database: Database
	clock: Clock
}

/** Looks for every trouble, and queues the emails about them and about the end of what stopped all sales. */
export async function raiseAlerts({ clock, ...options }: RaiseOptions): Promise<void> {
	const now = clock.now()
	for (const trouble of await findTroubles({ ...options, now }))
		await raiseAlert(options.database, trouble, now)
	const end = await readCheckoutsOpen(options.database)
	if (end !== undefined) await raiseEnd(options.database, end, now)
}
