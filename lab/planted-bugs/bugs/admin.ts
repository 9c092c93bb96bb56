import type { PlantedBug } from '../planted-bug.ts'

const members = ['src/server/features/staff/members.test.ts'] as const
const dishonest = ['src/server/admin-api/dishonest-members.test.ts'] as const
const whoMay = ['src/server/admin-api/who-may.test.ts'] as const
const refunds = ['src/server/features/sales/plan-refund.test.ts'] as const
const announcements = ['src/server/features/announcements/announcements.test.ts'] as const

export const adminBugs: readonly PlantedBug[] = [
	{
		name: 'admin/roles-not-checked',
		file: 'src/server/admin-api/require-member.ts',
		find: 'if (!allowed.includes(role)) throw',
		replace: 'if (allowed.length === 0 && role !== null) throw',
		why: 'An accountant or a helper can do whatever an owner can.',
		noticedBy: whoMay,
	},
	{
		name: 'admin/session-of-the-shop-accepted',
		file: 'src/server/admin-api/require-member.ts',
		find: 'u.id = ${sub} and s.of_admin and',
		replace: 'u.id = ${sub} and',
		why: 'A session stolen from the shop’s pages opens the admin.',
		noticedBy: whoMay,
	},
	{
		name: 'admin/second-step-not-asked-again',
		file: 'src/server/admin-api/require-member.ts',
		find: '	if (ageMs > recentMinutes * 60_000)\n',
		replace: '	if (ageMs > 60 * recentMinutes * 60_000)\n',
		why: 'Anyone who finds an open browser can move money and rights.',
		noticedBy: members,
	},
	{
		name: 'admin/plan-not-compared',
		file: 'src/server/admin-api/define-act.ts',
		find: 'if (expected !== undefined && expected !== hash)',
		replace: 'if (expected === "" && expected !== hash)',
		why: 'Two owners who refund a part at the same time refund it twice.',
		noticedBy: refunds,
	},
	{
		name: 'admin/refunds-of-a-helper-not-locked',
		file: 'src/server/features/sales/plan-refund.ts',
		find: '			await lockMember(tx, member)\n			await requireAllowed(tx)\n',
		replace: '',
		why: 'A helper who asks for many refunds at the same moment refunds more than a day’s limit.',
		noticedBy: dishonest,
	},
	{
		name: 'admin/parts-of-a-refund-not-added-up',
		file: 'src/server/features/customers/helper-limits.ts',
		find: 'purchase.paid_pence : before + asked) > purchasePence',
		replace: 'purchase.paid_pence : asked) > purchasePence',
		why: 'A helper splits a refund that they may not make into parts that they may.',
		noticedBy: dishonest,
	},
	{
		name: 'admin/invitation-of-a-former-owner-accepted',
		file: 'src/server/features/staff/staff-links.ts',
		find: "and m.role = 'owner' and u.deleted_at is null\n				and coalesce(u.banned_until <= ${now}, true)",
		replace: 'and u.deleted_at is null',
		why: 'A banned owner gets back in as somebody they invited.',
		noticedBy: dishonest,
	},
	{
		name: 'admin/formula-in-an-export',
		file: 'src/server/admin-api/csv.ts',
		find: String.raw`const safe = /^[=+\-@\t\r]/.test(text) ? `,
		replace: String.raw`const safe = /^[=+@\t\r]/.test(text) && false ? `,
		why: 'A customer’s name runs as a formula in the accountant’s spreadsheet.',
		noticedBy: ['src/server/features/sales/sales.test.ts'],
	},
	{
		name: 'admin/last-owner-removable',
		file: 'migrations/1795363100000_invite-staff.sql',
		find: "where m.role = 'owner' and m.user_id <> old.user_id",
		replace: "where m.role = 'owner'",
		why: 'No owner is left who could invite anybody.',
		noticedBy: members,
	},
	{
		name: 'admin/own-account-served',
		file: 'src/server/admin-api/require-member.ts',
		find: "if (role !== 'owner' && accountId === id)",
		replace: "if (role === 'accountant' && accountId === id)",
		why: 'A helper gives guides and refunds to themselves.',
		noticedBy: dishonest,
	},
	{
		name: 'admin/announcement-to-those-who-stopped',
		file: 'src/server/features/announcements/news.ts',
		find: ' and ${wantsNews(now)} and not ${hadNews(now)}',
		replace: ' and not ${hadNews(now)}',
		why: 'Someone who has just opted out is still emailed.',
		noticedBy: announcements,
	},
	{
		name: 'admin/news-more-than-once-a-month',
		file: 'src/server/features/announcements/news-readers.ts',
		find: 'had.mailed_at > ${new Date(now.getTime() - daysBetweenNews * dayMs)}',
		replace: 'had.mailed_at > ${now}',
		why: 'Customers get more emails than the box on their account page promises.',
		noticedBy: announcements,
	},
]
