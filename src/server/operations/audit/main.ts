import { parseArgs } from 'node:util'
import { openRecords, thisSiteOf } from '#server/operations/admin-cli/open-records.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { readBooks } from '#server/operations/audit/books.ts'
import { findDifferences } from '#server/operations/audit/find-differences.ts'
import { readLedger } from '#server/operations/audit/ledger.ts'
import { lockAudit, nightlyDays, recordAudit } from '#server/operations/audit/record-audit.ts'
import { readProcessConfig } from '#server/platform/config/config.ts'
import { findQuarantine } from '#server/shop/live-site.ts'

const dayMs = 24 * 3600_000
/** How far the provider's clock may differ from the database's. */
const clockSkewMs = 3600_000

const usage = `npm run audit [-- --days number] [--grace seconds]

Compares our records with the payment provider's and prints every difference. Exits with 0 only if they agree.
  --days    compares the payments of the last days only (default: all)
  --grace   ignores anything more recent than this many seconds, which may still be in progress (default: 60)`

await runForOperator(async (say, progress) => {
	const { values } = parseArgs({
		options: {
			days: { type: 'string' },
			grace: { type: 'string' },
			alone: { type: 'boolean' },
			help: { type: 'boolean' },
		},
	})
	const graceSeconds = Number(values.grace ?? 60)
	const days = values.days === undefined ? undefined : Number(values.days)
	if (values.help || !(graceSeconds >= 0) || (days !== undefined && !(days > 0))) {
		say(usage)
		return values.help ? 0 : 2
	}
	const config = readProcessConfig()
	const records = await openRecords(config, () => {}, { mayAskInQuarantine: true })
	const unlock = values.alone ? await lockAudit(records.database) : undefined
	try {
		if (values.alone && unlock === undefined) {
			say('Another audit is running.')
			return 0
		}
		const since = days === undefined ? new Date(0) : new Date(Date.now() - days * dayMs)
		// Our side is read last: what is settled meanwhile must not look unknown to the provider. What is new at the
		// provider since then is recent, and skipped.
		const ledger = await readLedger(records.payments, since, progress)
		const books = await readBooks(records.database, new Date(since.getTime() - clockSkewMs))
		const now = new Date()
		const differences = findDifferences({
			books,
			ledger,
			now,
			since: new Date(since.getTime() + clockSkewMs),
			graceSeconds,
		})
		const isWhole = days === undefined || days >= nightlyDays
		if (isWhole && (await findQuarantine(records.database, thisSiteOf(config))) === undefined)
			await recordAudit(records.database, { finishedAt: now, differences: differences.length })
		for (const difference of differences) say(difference)
		const paid = [...ledger.sessions.values()].filter(
			({ paymentStatus }) => paymentStatus !== 'unpaid',
		).length
		say(`${paid} paid Checkout Sessions at the provider, ${books.entries.length} purchases of ours compared.`)
		if (books.ignoredEvents > 0)
			say(`${books.ignoredEvents} events did not concern our sales and were ignored.`)
		say(differences.length === 0 ? 'Money and goods agree.' : `Differences: ${differences.length}.`)
		return differences.length === 0 ? 0 : 1
	} finally {
		unlock?.()
		await records.close()
	}
})
