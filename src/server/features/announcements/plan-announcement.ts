import { z } from 'zod'
import { continueAnnouncementJob } from '#server/features/announcements/jobs.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { count, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { type Decided, DecisionError, type Plan, peopleInWords } from '#server/shop/plan.ts'
import type { Clock } from '#shared/clock.ts'
import { momentOf } from '#shared/dates.ts'
import { type Announcement, countReaders, findAnnouncement } from './announcements.ts'
import { daysBetweenNews, hadNews, wantsNews } from './news-readers.ts'
import { mailsPerMinute } from './send-announcements.ts'

interface Context {
	database: Database
	clock: Clock
}

interface Draft {
	/** Undefined for a new draft. */
	id: string | undefined
	subject: string
	body: string
	/**
	 * When the text that the author opened was saved, to the millisecond; undefined for a new draft. If the draft has been saved
	 * again since, the author has not seen the newer text.
	 */
	over: Date | undefined
}

interface Kept {
	id: string
	saved_at: Date
}

/**
 * Plans to save a draft. Throws `DecisionError` if it has been sent, or if somebody else has changed it since its author opened
 * it.
 */
export async function planDraft(context: Context, draft: Draft, decided: Decided): Promise<Plan<Kept>> {
	const { database, clock } = context
	const { id, subject, body, over } = draft
	if (id !== undefined) {
		const kept = await findAnnouncement(context, id)
		requireDraft(kept)
		requireSeen(kept, over)
	}
	return {
		will: ['Saves this draft. Nobody is emailed.'],
		act: async () =>
			await database.asServer(async (tx) => {
				const now = clock.now()
				const kept = await maybeOne(
					tx,
					id === undefined
						? sql`
							insert into shop.announcements (subject, body, written_by, saved_at)
							values (${subject}, ${body}, ${decided.by}, ${now}) returning id, saved_at`
						: sql`
							update shop.announcements set subject = ${subject}, body = ${body}, written_by = ${decided.by}, saved_at = ${now}
							where id = ${id} and begun_at is null and date_trunc('milliseconds', saved_at) = ${over ?? null}
							returning id, saved_at`,
					z.object({ id: z.uuid(), saved_at: z.date() }),
				)
				if (kept === undefined) throw draftChanged()
				await recordAct(tx, { command: 'save-announcement', ...decided, details: { announcement: kept.id } })
				return kept
			}),
	}
}

/** Plans to delete a draft. Throws `DecisionError` if it has been sent. */
export async function planDraftRemoval(context: Context, id: string, decided: Decided): Promise<Plan<null>> {
	requireDraft(await findAnnouncement(context, id))
	return {
		will: ['Deletes the draft. Nobody has received it.'],
		act: async () =>
			await context.database.asServer(async (tx) => {
				const gone = await tx.execute(
					sql`delete from shop.announcements where id = ${id} and begun_at is null`,
				)
				if (gone === 0) throw new DecisionError('Somebody has just sent or deleted it.')
				await recordAct(tx, { command: 'remove-announcement', ...decided, details: { announcement: id } })
				return null
			}),
	}
}

/**
 * Plans to send an announcement to everybody who asked for news and has had none for a month. Throws `DecisionError` if it has
 * been sent, if its text has changed since the sender read it, if another announcement is being sent, or if nobody would receive
 * it.
 */
export async function planSending(
	context: Context,
	{ id, over }: { id: string; over: Date },
	decided: Decided,
): Promise<Plan<{ recipients: number }>> {
	const { database, clock } = context
	const draft = await findAnnouncement(context, id)
	requireDraft(draft)
	requireSeen(draft, over)
	await requireNoneUnderWay(database)
	const { due, recent } = await countReaders(context)
	if (due === 0)
		throw new DecisionError(
			recent === 0
				? 'Nobody is subscribed to news at the moment. Customers can ask for it by ticking a box on their account page.'
				: `Everybody who asked for news received some less than ${daysBetweenNews} days ago, and the shop promises one email a month at most.`,
		)
	return {
		will: [
			`Emails “${draft.subject}” to ${peopleInWords(due)} who asked for news about new guides, once each.`,
			`It starts at once and sends ${mailsPerMinute} a minute, so it takes ${minutes(due)}. You can stop it at any time, but emails that have been sent can’t be taken back.`,
			...(recent > 0
				? [`${peopleInWords(recent)} received news less than ${daysBetweenNews} days ago and won’t get this.`]
				: []),
		],
		act: async () =>
			await database.asServer(async (tx) => {
				await requireOnlyOne(tx)
				const now = clock.now()
				const begun = await tx.execute(sql`
					update shop.announcements set begun_at = ${now}
					where id = ${id} and begun_at is null and date_trunc('milliseconds', saved_at) = ${over}`)
				if (begun === 0) throw draftChanged()
				const recipients = await tx.execute(sql`
					insert into shop.announcement_mails (announcement_id, user_id)
					select ${id}::uuid, u.id from auth.users u where ${wantsNews(now)} and not ${hadNews(now)}`)
				await tx.execute(sql`update shop.announcements set recipients = ${recipients} where id = ${id}`)
				await addJob(tx, continueAnnouncementJob, { announcementId: id }, { key: id })
				await recordAct(tx, {
					command: 'send-announcement',
					...decided,
					details: { announcement: id, recipients },
				})
				return { recipients }
			}),
	}
}

/** Plans to stop an announcement that is being sent. */
export async function planStop(context: Context, id: string, decided: Decided): Promise<Plan<null>> {
	const { begun_at, ended_at, stopped_at } = await findAnnouncement(context, id)
	if (begun_at === null) throw new DecisionError('It’s a draft, so it isn’t being sent.')
	if (ended_at !== null || stopped_at !== null) return { will: [], act: async () => null }
	return {
		will: [
			'Stops it. Nobody else receives it, unless their email is being sent at this moment.',
			'Those who have received it keep it. You can continue it later, or write another one for those who haven’t received it.',
		],
		act: async () =>
			await context.database.asServer(async (tx) => {
				const now = context.clock.now()
				await tx.execute(
					sql`update shop.announcements set stopped_at = ${now} where id = ${id} and ended_at is null and stopped_at is null`,
				)
				await recordAct(tx, { command: 'stop-announcement', ...decided, details: { announcement: id } })
				return null
			}),
	}
}

/**
 * Plans to continue an announcement that was stopped, for the users who haven't received it. Throws `DecisionError` if another
 * announcement is being sent, or if nobody would receive it.
 */
export async function planResumption(context: Context, id: string, decided: Decided): Promise<Plan<null>> {
	const { database, clock } = context
	const { subject, begun_at, stopped_at } = await findAnnouncement(context, id)
	if (begun_at === null) throw new DecisionError('It’s a draft: send it instead.')
	if (stopped_at === null) return { will: [], act: async () => null }
	await requireNoneUnderWay(database)
	const now = clock.now()
	const readers = await count(
		database,
		sql`
		select count(*)::integer as count from shop.announcement_mails m join auth.users u on u.id = m.user_id
		where m.announcement_id = ${id} and m.mailed_at is null and ${wantsNews(now)} and not ${hadNews(now)}`,
	)
	if (readers === 0)
		throw new DecisionError(
			'There is nobody left to email: the rest have had other news or no longer want any.',
		)
	return {
		will: [
			`Continues to email “${subject}” to ${peopleInWords(readers)} who haven’t received it, once each.`,
			`It starts at once and sends ${mailsPerMinute} a minute. You can stop it again.`,
		],
		act: async () =>
			await database.asServer(async (tx) => {
				await requireOnlyOne(tx)
				const resumed = await tx.execute(
					sql`update shop.announcements set stopped_at = null, ended_at = null where id = ${id} and stopped_at is not null`,
				)
				if (resumed === 0) throw new DecisionError('It has already been continued.')
				// Queues the emails that were left out because their turn came while sending was stopped.
				await tx.execute(sql`
					update shop.announcement_mails set queued_at = null, left_out_at = null
					where announcement_id = ${id} and left_out_at is not null`)
				await addJob(tx, continueAnnouncementJob, { announcementId: id }, { key: id })
				await recordAct(tx, { command: 'resume-announcement', ...decided, details: { announcement: id } })
				return null
			}),
	}
}

/**
 * Serialises the senders of announcements. Throws `DecisionError` if another announcement is being sent, because no user should
 * receive two.
 */
async function requireOnlyOne(tx: Transaction): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(hashtext('shop.announcements'))`)
	await requireNoneUnderWay(tx)
}

function requireDraft({ begun_at }: Announcement): void {
	if (begun_at !== null) throw new DecisionError(`It was sent on ${momentOf(begun_at)}. Write another one.`)
}

function requireSeen({ saved_at, written_by }: Announcement, over: Date | undefined): void {
	if (saved_at.getTime() === over?.getTime()) return
	throw new DecisionError(
		`${written_by} changed this draft on ${momentOf(saved_at)}, after you opened it. Copy what you want to keep of yours, then open it again.`,
	)
}

async function requireNoneUnderWay(tx: Pick<Transaction, 'query'>): Promise<void> {
	const other = await maybeOne(
		tx,
		sql`select subject from shop.announcements where begun_at is not null and ended_at is null and stopped_at is null`,
		z.object({ subject: z.string() }),
	)
	if (other !== undefined)
		throw new DecisionError(`“${other.subject}” is being sent. Wait until it’s done, or stop it.`)
}

function minutes(count: number): string {
	const needed = Math.ceil(count / mailsPerMinute)
	if (needed === 1) return 'a minute at most'
	return needed < 120 ? `about ${needed} minutes` : `about ${Math.ceil(needed / 60)} hours`
}

function draftChanged(): DecisionError {
	return new DecisionError('Somebody has just changed or sent it.')
}
