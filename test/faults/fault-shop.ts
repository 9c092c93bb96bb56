import { afterAll, beforeAll } from 'vitest'
import type { FaultPointName } from '#server/shop/fault-point.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import { type ShopProcess, startShopProcess } from '../../e2e/shop-process.ts'
import { auditAfterEach, expectAgreement } from './audit.ts'
import { databaseOf } from './in-database.ts'
import { noPromises, type Promises } from './promises.ts'
import { providerOf, sessionsOf } from './provider-of.ts'
import { createShopper, type Shopper, tell } from './shopper.ts'

const program = 'test/faults/shop-main.ts'

/** A whole shop in processes of its own, which can be killed at any point and asked whether it has lost anything. */
export interface FaultShop {
	process: ShopProcess
	promises: Promises
	shopper(): Promise<Shopper>
	/** Lets the server die the next time it comes to this point. */
	dieAt(point: FaultPointName): void
	/** Sets the sandbox's switches. */
	switches(change: object): Promise<void>
	/** The provider's sessions of one person, whatever became of them. */
	sessionsOf(shopper: Shopper): Promise<CheckoutSession[]>
	/** Starts the killed server again; what the provider had put off meanwhile comes at once. */
	restart(): Promise<void>
	/** Fails unless the books agree within a minute. */
	expectAgreement(): Promise<void>
}

/** For the tests of one file: started before them, asked after each whether money and goods agree, gone after them, also when the run is cut short. */
export function shopForFile(settings: Record<string, string> = {}): () => FaultShop {
	let shop: FaultShop | undefined
	beforeAll(async () => {
		shop = await startFaultShop(settings)
	}, 90_000)
	auditAfterEach(() => shop)
	afterAll(async () => await shop?.process.dispose(), 60_000)
	return () => {
		if (shop === undefined) throw new Error('the shop is not up')
		return shop
	}
}

interface Elsewhere {
	databaseUrl: () => string
}

/** `elsewhere`: the database is not the shop's own. */
export async function startFaultShop(
	settings: Record<string, string> = {},
	elsewhere?: Elsewhere,
): Promise<FaultShop> {
	const process = await startShopProcess(settings, { program })
	const promises = noPromises()
	const { sandboxUrl, dataDir } = process
	const payments = await providerOf(dataDir, sandboxUrl)
	// Banks and refunds that take days elsewhere take a second here.
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
		sessionsOf: (shopper) => sessionsOf(payments, shopper),
		expectAgreement: () =>
			expectAgreement({
				payments,
				sandboxUrl,
				databaseUrl: elsewhere?.databaseUrl ?? (() => databaseOf(dataDir)),
				promises,
			}),
	}
}
