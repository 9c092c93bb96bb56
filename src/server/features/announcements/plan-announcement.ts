import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { requireMailbox } from '#server/admin-api/require-member.ts'
import { testAnnouncementJob } from '#server/features/announcements/jobs.ts'
import { queueMailingsJob } from '#server/features/mailing-lists/jobs.ts'
import { mailsPerMinute } from '#server/features/mailing-lists/mailing-list.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { count, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { DecisionError, peopleInWords } from '#server/shop/plan.ts'
import { announcementsApi } from '#shared/admin/announcements.ts'
import { momentOf } from '#shared/dates.ts'
import { type Announcement, countReaders, findAnnouncement } from './announcements.ts'
import { exampleOf } from './news.ts'
import { daysBetweenNews, hadNews, isUnderWay, wantsNews } from './news-readers.ts'

const roles = ['owner'] as const

/** Throws `DecisionError` if the draft has been sent, or if somebody else has changed it since its author opened it. */
const saveAnnouncement = defineAct(announcementsApi['save-announcement'], {
	does: 'saves the draft of an announcement',
	log: 'Saved the draft of an announcement',
	roles,
	plan: async (admin, draft, { by }) => {
		const { id, subject, body, over } = draft
		if (id !== undefined) {
			const kept = await findAnnouncement(admin, id)
			requireDraft(kept)
			requireSeen(kept, over)
		}
		return {
			will: ['Saves this draft. Nobody is emailed.'],
			mail: await exampleOf(admin, draft, by),
			execute: async (tx) => {
				const now = admin.clock.now()
				const kept = await maybeOne(
					tx,
					id === undefined
						? sql`
							insert into shop.announcements (subject, body, written_by, saved_at)
							values (${subject}, ${body}, ${by}, ${now}) returning id, saved_at`
						: sql`
							update shop.announcements set subject = ${subject}, body = ${body}, written_by = ${by}, saved_at = ${now}
							where id = ${id} and begun_at is null and date_trunc('milliseconds', saved_at) = ${over ?? null}
							returning id, saved_at`,
					z.object({ id: z.uuid(), saved_at: z.date() }),
				)
				if (kept === undefined) throw draftChanged()
				return { answer: kept, details: { announcement: kept.id } }
			},
		}
	},
})

const removeAnnouncement = defineAct(announcementsApi['remove-announcement'], {
	does: 'deletes the draft of an announcement',
	log: 'Deleted the draft of an announcement',
	roles,
	plan: async (admin, { id }) => {
		requireDraft(await findAnnouncement(admin, id))
		return {
			will: ['Deletes the draft. Nobody has received it.'],
			execute: async (tx) => {
				const gone = await tx.execute(
					sql`delete from shop.announcements where id = ${id} and begun_at is null`,
				)
				if (gone === 0) throw new DecisionError('Somebody has just sent or deleted it.')
				return { details: { announcement: id } }
			},
		}
	},
})

const testAnnouncement = defineAct(announcementsApi['test-announcement'], {
	does: 'emails the draft of an announcement to the member’s own address',
	log: 'Sent themselves a test of an announcement',
	roles,
	plan: async (admin, { id }, { by, member: { id: memberId } }) => {
		requireMailbox(memberId)
		const { subject } = await findAnnouncement(admin, id)
		return {
			will: [`Emails “Test: ${subject}” to ${by}, and to nobody else. Its unsubscribe link doesn’t work.`],
			executeInSteps: async (recorded) => {
				await admin.rateLimits.consume('testMessage', memberId)
				return await recorded(async (tx, actId) => {
					await addJob(tx, testAnnouncementJob, { announcementId: id, actId })
					return { answer: null, details: { announcement: id } }
				})
			},
		}
	},
})

/**
 * Throws `DecisionError` if the announcement has been sent, if its text has changed since the sender read it, if another one is
 * being sent, or if nobody would receive it.
 */
const sendAnnouncement = defineAct(announcementsApi['send-announcement'], {
	does: 'emails an announcement to everybody who asked for news and has had none for a month',
	log: 'Sent an announcement',
	roles,
	sensitive: true,
	plan: async (admin, { id, over }) => {
		const { database, clock } = admin
		const draft = await findAnnouncement(admin, id)
		requireDraft(draft)
		requireSeen(draft, over)
		await requireNoneUnderWay(database)
		const { due, recent } = await countReaders(admin)
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
					? [
							`${peopleInWords(recent)} received news less than ${daysBetweenNews} days ago and won’t get this.`,
						]
					: []),
			],
			execute: async (tx) => {
				await requireOnlyOne(tx)
				const now = clock.now()
				const begun = await tx.execute(sql`
					update shop.announcements set begun_at = ${now}
					where id = ${id} and begun_at is null and date_trunc('milliseconds', saved_at) = ${over}`)
				if (begun === 0) throw draftChanged()
				const recipients = await tx.execute(sql`
					insert into shop.outbox (list, user_id, about)
					select 'news', u.id, ${id} from auth.users u where ${wantsNews(now)} and not ${hadNews(now)}`)
				await tx.execute(sql`update shop.announcements set recipients = ${recipients} where id = ${id}`)
				await addJob(tx, queueMailingsJob, {})
				return { answer: { recipients }, details: { announcement: id, recipients } }
			},
		}
	},
})

const stopAnnouncement = defineAct(announcementsApi['stop-announcement'], {
	does: 'stops an announcement that is being sent',
	log: 'Stopped sending an announcement',
	roles,
	plan: async (admin, { id }) => {
		const { begun_at, ended_at, stopped_at } = await findAnnouncement(admin, id)
		if (begun_at === null) throw new DecisionError('It’s a draft, so it isn’t being sent.')
		if (ended_at !== null || stopped_at !== null) return { will: [] }
		return {
			will: [
				'Stops it. Nobody else receives it, unless their email is being sent at this moment.',
				'Those who have received it keep it. You can continue it later, or write another one for those who haven’t received it.',
			],
			execute: async (tx) => {
				const now = admin.clock.now()
				await tx.execute(
					sql`update shop.announcements set stopped_at = ${now} where id = ${id} and ended_at is null and stopped_at is null`,
				)
				return { details: { announcement: id } }
			},
		}
	},
})

/** Throws `DecisionError` if another announcement is being sent, or if nobody would receive it. */
const resumeAnnouncement = defineAct(announcementsApi['resume-announcement'], {
	does: 'resumes an announcement that was stopped, for those who haven’t received it',
	log: 'Continued sending an announcement',
	roles,
	sensitive: true,
	plan: async (admin, { id }) => {
		const { database, clock } = admin
		const { subject, begun_at, stopped_at } = await findAnnouncement(admin, id)
		if (begun_at === null) throw new DecisionError('It’s a draft: send it instead.')
		if (stopped_at === null) return { will: [] }
		await requireNoneUnderWay(database)
		const now = clock.now()
		const readers = await count(
			database,
			sql`
		select count(*)::integer as count from shop.outbox m join auth.users u on u.id = m.user_id
		where m.list = 'news' and m.about = ${id} and m.mailed_at is null and ${wantsNews(now)} and not ${hadNews(now)}`,
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
			execute: async (tx) => {
				await requireOnlyOne(tx)
				const resumed = await tx.execute(
					sql`update shop.announcements set stopped_at = null, ended_at = null where id = ${id} and stopped_at is not null`,
				)
				if (resumed === 0) throw new DecisionError('It has already been continued.')
				// Queues the emails that were left out because their turn came while sending was stopped.
				await tx.execute(sql`
					update shop.outbox set queued_at = null, left_out_at = null
					where list = 'news' and about = ${id} and left_out_at is not null`)
				await addJob(tx, queueMailingsJob, {})
				return { details: { announcement: id } }
			},
		}
	},
})

export const announcementActs = {
	'save-announcement': saveAnnouncement,
	'remove-announcement': removeAnnouncement,
	'test-announcement': testAnnouncement,
	'send-announcement': sendAnnouncement,
	'stop-announcement': stopAnnouncement,
	'resume-announcement': resumeAnnouncement,
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
		sql`select a.subject from shop.announcements a where ${isUnderWay}`,
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
