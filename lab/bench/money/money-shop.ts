import type { ShopProcess } from '../../../e2e/shop-process.ts'
import { sendEvent, webhookSecretOf } from '../../../test/faults/signed-event.ts'
import { residentBytes, startShopOnDatabase } from '../shop.ts'

/** A shop, with access to its database and its sandbox. */
export interface MoneyShop {
	process: ShopProcess
	databaseUrl: string
	/** The process id of PostgreSQL. */
	postgresPid: number
	/** Sends a payment event, directly or to the address of a proxy. */
	sendEvent(body: string, url?: string): Promise<number | undefined>
	switches(change: object): Promise<void>
	residentBytes(): Promise<number>
	dispose(): Promise<void>
}

export async function startMoneyShop(settings?: Record<string, string>): Promise<MoneyShop> {
	const { shop, databaseUrl, postgresPid, dispose } = await startShopOnDatabase(settings)
	const secret = await webhookSecretOf(shop.dataDir)
	return {
		process: shop,
		databaseUrl,
		postgresPid,
		sendEvent: (body, url = shop.url) => sendEvent(url, secret, body),
		switches: async (change) => {
			const answer = await fetch(`${shop.sandboxUrl}/stripe/switches`, {
				method: 'PUT',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(change),
			})
			if (!answer.ok) throw new Error(await answer.text())
		},
		residentBytes: () => residentBytes(shop.pid()),
		dispose,
	}
}
