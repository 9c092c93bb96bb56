import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { acting, reading, showMail } from '#server/admin-api/operation.ts'
import { requireMailbox } from '#server/admin-api/require-member.ts'
import { testAnnouncementJob } from '#server/features/announcements/jobs.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { announcementsApi } from '#shared/admin/announcements.ts'
import { announcementMail } from './announcement-mail.ts'
import { countReaders, countSent, findAnnouncement, listAnnouncements } from './announcements.ts'
import { planDraft, planDraftRemoval, planResumption, planSending, planStop } from './plan-announcement.ts'

const roles = ['owner'] as const
const rowsShown = 50

export const announcements = reading(announcementsApi.announcements, {
	does: 'lists announcements and their drafts, and counts who asked for news',
	roles,
	read: async (admin) => {
		const { due, recent } = await countReaders(admin)
		const rows = await listAnnouncements(admin, rowsShown)
		return { rows, asked: due + recent, recent }
	},
})

export const announcement = reading(announcementsApi.announcement, {
	does: 'shows an announcement and the state of its emails',
	roles,
	read: async (admin, { id }, { name }) => {
		const found = await findAnnouncement(admin, id)
		const mail = await showMail(exampleOf(admin, found, name))
		return { ...found, ...(await countSent(admin, id)), mail }
	},
})

export const saveAnnouncement = acting(announcementsApi['save-announcement'], {
	does: 'saves the draft of an announcement',
	roles,
	plan: async (admin, { id, subject, body, over }, decided, { name }) => {
		const draft = { id, subject, body, over: over === undefined ? undefined : new Date(over) }
		const { will, act } = await planDraft(admin, draft, decided)
		return { will, mail: exampleOf(admin, draft, name), act }
	},
})

export const removeAnnouncement = acting(announcementsApi['remove-announcement'], {
	does: 'deletes the draft of an announcement',
	roles,
	plan: async (admin, { id }, decided) => await planDraftRemoval(admin, id, decided),
})

export const testAnnouncement = acting(announcementsApi['test-announcement'], {
	does: 'emails the draft of an announcement to the member’s own address',
	roles,
	plan: async (admin, { id }, decided, { id: memberId, name }) => {
		requireMailbox(memberId)
		const { subject } = await findAnnouncement(admin, id)
		return {
			will: [`Emails “Test: ${subject}” to ${name}, and to nobody else. Its unsubscribe link doesn’t work.`],
			act: async () => {
				await admin.rateLimits.consume('testMessage', memberId)
				await admin.database.asServer(async (tx) => {
					const details = { announcement: id }
					const actId = await recordAct(tx, { command: 'test-announcement', ...decided, details })
					await addJob(tx, testAnnouncementJob, { announcementId: id, actId })
				})
				return null
			},
		}
	},
})

export const sendAnnouncement = acting(announcementsApi['send-announcement'], {
	does: 'emails an announcement to everybody who asked for news and has had none for a month',
	roles,
	sensitive: true,
	plan: async (admin, { id, over }, decided) =>
		await planSending(admin, { id, over: new Date(over) }, decided),
})

export const stopAnnouncement = acting(announcementsApi['stop-announcement'], {
	does: 'stops an announcement that is being sent',
	roles,
	plan: async (admin, { id }, decided) => await planStop(admin, id, decided),
})

export const resumeAnnouncement = acting(announcementsApi['resume-announcement'], {
	does: 'resumes an announcement that was stopped, for those who haven’t received it',
	roles,
	sensitive: true,
	plan: async (admin, { id }, decided) => await planResumption(admin, id, decided),
})

/** Returns the email as a recipient without a name would receive it. */
function exampleOf(
	{ config: { siteUrl }, mailTexts: texts }: AdminDependencies,
	{ subject, body }: { subject: string; body: string },
	to: string,
) {
	return announcementMail({
		mailId: 'preview',
		token: '',
		userMetadata: {},
		to,
		subject,
		body,
		siteUrl,
		texts,
	})
}
