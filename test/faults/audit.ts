import { afterEach, expect } from 'vitest'
import { readBooks } from '#server/operations/audit/books.ts'
import { findDifferences } from '#server/operations/audit/find-differences.ts'
import { readLedger } from '#server/operations/audit/ledger.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { findLosses } from './find-losses.ts'
import type { Promises } from './promises.ts'
import { recoveryMs } from './run-options.ts'

interface AuditOptions {
	payments: PaymentProvider
	sandboxUrl: string
	/** Connection string of the database owner. */
	databaseUrl: () => Promise<string> | string
	promises: Promises
}

/**
 * Waits until the audit finds no difference between payments and purchases, and `findLosses` finds no other loss. The audit gives
 * late events no extra time, so it may find differences at first.
 */
export async function expectAgreement(options: AuditOptions): Promise<void> {
	await expect.poll(() => differences(options), { timeout: recoveryMs, interval: 500 }).toEqual([])
}

/**
 * Expects agreement after each test that passed. After a failed test the shop may be in any state, and the failure itself says
 * enough.
 */
export function auditAfterEach(shop: () => { expectAgreement(): Promise<void> } | undefined): void {
	afterEach(async ({ task }) => {
		if (task.result?.state !== 'fail') await shop()?.expectAgreement()
	}, recoveryMs + 30_000)
}

/** Returns a sentence for each difference between payments and purchases, and for each loss that the audit cannot see. */
export async function differences({
	payments,
	sandboxUrl,
	databaseUrl,
	promises,
}: AuditOptions): Promise<string[]> {
	const { jobsUrl } = preparedLogins({ ownerUrl: await databaseUrl() })
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	try {
		const ledger = await readLedger(payments, new Date(0))
		const books = await readBooks(database)
		return [
			...(await Array.fromAsync(findDifferences({ books, ledger, now: new Date(), graceSeconds: 0 })).finally(
				ledger.close,
			)),
			...(await findLosses({ databaseUrl: jobsUrl, sandboxUrl, promises })),
		]
	} finally {
		await database.close()
	}
}
