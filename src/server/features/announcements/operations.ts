import { reading, showMail } from '#server/admin-api/operation.ts'
import { announcementsApi } from '#shared/admin/announcements.ts'
import { countReaders, countSent, findAnnouncement, listAnnouncements } from './announcements.ts'
import { exampleOf } from './news.ts'
import { announcementActs } from './plan-announcement.ts'

const roles = ['owner'] as const
const rowsShown = 50

export const announcementOperations = {
	announcements: reading(announcementsApi.announcements, {
		does: 'lists announcements and their drafts, and counts who asked for news',
		roles,
		read: async (admin) => {
			const { due, recent } = await countReaders(admin)
			const rows = await listAnnouncements(admin, rowsShown)
			return { rows, asked: due + recent, recent }
		},
	}),
	announcement: reading(announcementsApi.announcement, {
		does: 'shows an announcement and the state of its emails',
		roles,
		read: async (admin, { id }, { name }) => {
			const found = await findAnnouncement(admin, id)
			const mail = await showMail(admin, await exampleOf(admin, found, name))
			return { ...found, ...(await countSent(admin, id)), mail }
		},
	}),
	...announcementActs,
}
