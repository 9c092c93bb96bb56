import { afterAll, beforeAll } from 'vitest'
import type { FaultPointName } from '#server/shop/fault-point.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import { type ShopProcess, startShopProcess } from '../../e2e/shop-process.ts'
import { auditAfterEach, expectAgreement } from './audit.ts'
import { databaseOf } from './in-database.ts'
import { noPromises, type Promises } from './promises.ts'
import { checkoutSessionsOf, providerOf } from './provider-of.ts'
import { createShopper, type Shopper, tell } from './shopper.ts'

const program = 'test/faults/shop-main.ts'

/** A whole shop in its own processes, which can be killed at any point and checked for losses. */
export interface FaultShop {
	process: ShopProcess
	promises: Promises
	shopper(): Promise<Shopper>
	/** Kills the server when it next reaches this point. */
	dieAt(point: FaultPointName): void
	/** Sets the sandbox's switches. */
	switches(change: object): Promise<void>
	/** Returns the provider's Checkout Sessions of a user, whatever their status. */
	checkoutSessionsOf(shopper: Shopper): Promise<CheckoutSession[]>
	/** Restarts the killed server, and makes the provider send its delayed events now. */
	restart(): Promise<void>
	/** Fails unless payments and purchases match within a minute. */
	expectAgreement(): Promise<void>
}

/** Starts a shop before the tests of a file and stops it afterwards. After each test, checks that payments and purchases match. */
export function shopForFile(settings: Record<string, string> = {}): () => FaultShop {
	let shop: FaultShop | undefined
	beforeAll(async () => {
		shop = await startFaultShop(settings)
	}, 180_000)
	auditAfterEach(() => shop)
	afterAll(async () => await shop?.process.dispose(), 60_000)
	return () => {
		if (shop === undefined) throw new Error('the shop is not up')
		return shop
	}
}

interface OtherDatabase {
	databaseUrl: () => string
}

/** Starts a shop with a database of its own, or with `otherDatabase`. */
export async function startFaultShop(
	settings: Record<string, string> = {},
	otherDatabase?: OtherDatabase,
): Promise<FaultShop> {
	const process = await startShopProcess(settings, { program })
	const promises = noPromises()
	const { sandboxUrl, dataDir } = process
	const payments = await providerOf(dataDir, sandboxUrl)
	// Bank transfers and refunds, which take days in reality, take a second here.
	await tell(process, '/stripe/switches', { settleAfterSeconds: 1, refundAfterSeconds: 1 }, 'PUT')
	return {
		process,
		promises,
		shopper: () => createShopper({ url: process.url, sandboxUrl, promises }),
		dieAt: (point) => process.send({ dieAt: point }),
		switches: async (change) => {
			const answer = await tell(process, '/stripe/switches', change, 'PUT')
			if (answer?.ok !== true) throw new Error(`the switches were refused: ${await answer?.text()}`)
		},
		restart: async () => {
			await process.restart()
			await tell(process, '/stripe/events/hurry', {})
		},
		checkoutSessionsOf: (shopper) => checkoutSessionsOf(payments, shopper),
		expectAgreement: () =>
			expectAgreement({
				payments,
				sandboxUrl,
				databaseUrl: otherDatabase?.databaseUrl ?? (() => databaseOf(dataDir)),
				promises,
			}),
	}
}
