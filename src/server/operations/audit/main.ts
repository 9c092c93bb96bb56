import { parseArgs } from 'node:util'
import { readProcessConfig } from '#server/config/config.ts'
import { findWrongSums, mendSums } from '#server/features/sales/check-movements.ts'
import { openRecords } from '#server/operations/admin-cli/open-records.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { readBooks } from '#server/operations/audit/books.ts'
import { findDifferences } from '#server/operations/audit/find-differences.ts'
import { readLedger } from '#server/operations/audit/ledger.ts'
import { lockAudit, nightlyDays, recordAudit } from '#server/operations/audit/record-audit.ts'
import { dayMs } from '#shared/clock.ts'
import { dayOf } from '#shared/dates.ts'
import { counted } from '#shared/wording.ts'

/** How much the provider's clock may differ from the database's. */
const clockSkewMs = 3600_000

const usage = `npm run audit [-- --days number] [--grace seconds]

Compares our records with the payment provider's and prints every difference. Exits with 0 only if they agree.
  --days    compares only the payments of the last <number> days (default: all)
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
	let close = () => {}
	try {
		if (values.alone && unlock === undefined) {
			say('Another audit is running.')
			return 0
		}
		const since = days === undefined ? new Date(0) : new Date(Date.now() - days * dayMs)
		// Our side is read second, so that the shop has had time to settle the payments that are in the ledger.
		const now = new Date()
		const ledger = await readLedger(records.payments, since, progress)
		close = ledger.close
		const books = await readBooks(records.database, new Date(since.getTime() - clockSkewMs))
		const found = findDifferences({
			books: { ...books, entries: countEntries() },
			ledger,
			now,
			since: new Date(since.getTime() + clockSkewMs),
			graceSeconds,
		})
		let [purchases, differences] = [0, 0]
		async function* countEntries() {
			for await (const entry of books.entries) {
				purchases += 1
				progress.report('Purchases', purchases)
				yield entry
			}
		}
		for await (const difference of found) {
			differences += 1
			say(difference)
		}
		// The admin shows stored sums, so these are compared with the records too.
		for (const day of await findWrongSums(records, since)) {
			differences += 1
			say(
				`The totals that the admin showed for ${dayOf(new Date(day))} differed from the records. ${records.quarantine === undefined ? await mendedOf(day) : 'They will be corrected once the shop is open.'}`,
			)
		}
		async function mendedOf(day: string) {
			await mendSums(records, [day])
			return 'They will be right again within a minute.'
		}
		const isWhole = days === undefined || days >= nightlyDays
		if (isWhole && records.quarantine === undefined)
			await recordAudit(records.database, { finishedAt: new Date(), differences })
		say(
			`Compared ${counted(ledger.paid, 'paid Checkout Session')} at the provider with ${counted(purchases, 'purchase')} of ours.`,
		)
		if (books.ignoredEvents > 0)
			say(`Ignored ${counted(books.ignoredEvents, 'event')} that had nothing to do with our sales.`)
		if (graceSeconds > 0)
			say(
				`What happened in the last ${counted(graceSeconds, 'second')} was left out, as it may still be under way.`,
			)
		say(differences === 0 ? 'Money and goods agree.' : `Differences: ${differences}.`)
		return differences === 0 ? 0 : 1
	} finally {
		close()
		unlock?.()
		await records.close()
	}
})
