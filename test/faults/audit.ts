import type Stripe from 'stripe'
import { expect } from 'vitest'
import { findDifferences } from './invariants.ts'
import { readLedger } from './ledger.ts'
import type { Promises } from './promises.ts'
import { recoveryMs } from './run-options.ts'

interface AuditOptions {
	stripe: Stripe
	sandboxUrl: string
	databaseUrl: () => Promise<string> | string
	promises: Promises
}

/** Waits, no longer than a fault may last, until the books of the shop and of the provider agree in everything. */
export async function expectAgreement(options: AuditOptions): Promise<void> {
	const { stripe, sandboxUrl, databaseUrl, promises } = options
	await expect
		.poll(
			async () =>
				await findDifferences({
					databaseUrl: await databaseUrl(),
					sandboxUrl,
					ledger: await readLedger(stripe),
					promises,
				}),
			{ timeout: recoveryMs, interval: 250 },
		)
		.toEqual([])
}
