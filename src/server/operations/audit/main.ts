import { parseArgs } from 'node:util'
import { openRecords } from '#server/operations/admin-cli/open-records.ts'
import { runForOperator } from '#server/operations/admin-cli/run-for-operator.ts'
import { readBooks } from '#server/operations/audit/books.ts'
import { findDifferences } from '#server/operations/audit/find-differences.ts'
import { readLedger } from '#server/operations/audit/ledger.ts'
import { readProcessConfig } from '#server/platform/config/config.ts'

const usage = `npm run audit [-- --grace seconds]

Compares our records with the payment provider's and prints every difference. Exits with 0 only if they agree.
  --grace   ignores anything more recent than this many seconds, which may still be in progress (default: 60)`

await runForOperator(async (say, progress) => {
	const { values } = parseArgs({ options: { grace: { type: 'string' }, help: { type: 'boolean' } } })
	const graceSeconds = Number(values.grace ?? 60)
	if (values.help || !(graceSeconds >= 0)) {
		say(usage)
		return values.help ? 0 : 2
	}
	const records = await openRecords(readProcessConfig(), () => {}, { mayAskInQuarantine: true })
	try {
		// Our side is read last: what is settled meanwhile must not look unknown to the provider. What is new at the
		// provider since then is recent, and skipped.
		const ledger = await readLedger(records.payments, new Date(0), progress)
		const books = await readBooks(records.database)
		const now = new Date()
		const differences = findDifferences({ books, ledger, now, graceSeconds })
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
		await records.close()
	}
})
