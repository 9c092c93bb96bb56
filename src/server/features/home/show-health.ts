import { reading } from '#server/admin-api/operation.ts'
import { dayInLondon, periodsOf } from '#server/features/sales/period.ts'
import { type Count, readFunnel } from '#server/features/sales/read-funnel.ts'
import { homeApi } from '#shared/admin/home.ts'

export const shopHealth = reading(homeApi['shop-health'], {
	does: 'shows how late Stripe’s events arrive, how many emails are waiting, how old the newest backup is and which version is running',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ readHealth }) => {
		const { records, newestBackup, backupsReadable, version } = await readHealth()
		return {
			event_delay_seconds: records?.eventDelaySeconds ?? null,
			newest_event_at: records?.newestEventAt ?? null,
			events_waiting: records?.eventsWaiting ?? null,
			mails_waiting: records?.mailsWaiting ?? null,
			mails_refused: records?.mailsRefused ?? null,
			newest_backup_at: newestBackup ?? null,
			backups_readable: backupsReadable,
			audited_at: records?.auditedAt ?? null,
			audit_differences: records?.auditDifferences ?? null,
			version,
		}
	},
})

export const showFunnel = reading(homeApi.funnel, {
	does: 'counts the visitors who reached each step towards a guide or an account, in a period and in the one before',
	roles: ['owner', 'accountant'],
	read: async (admin, { days: count, period = String(count) }) => {
		const { tables, ...days } = await readFunnel(admin, periodsOf(period, dayInLondon(admin.clock.now())))
		return {
			...days,
			tables: tables.map(({ title, columns, rows }) => ({
				title,
				columns: columns.map(({ label, hasRate }) => ({ label, has_rate: hasRate })),
				rows: rows.map((row) => ({
					...row,
					shares: sharesOf(row.counts, columns),
					shares_before: sharesOf(row.before, columns),
				})),
			})),
		}
	},
})

function sharesOf(counts: readonly Count[], columns: readonly { hasRate: boolean }[]): Count[] {
	return counts.map((count, index) => {
		const of = counts[index - 1]
		if (count === null || !of || !columns[index]?.hasRate) return null
		return Math.round((1_000 * count) / of) / 10
	})
}
