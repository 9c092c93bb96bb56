import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { type ShopProcess, startShopProcess } from '../../e2e/shop-process.ts'
import { sendEvent, webhookSecretOf } from '../../test/faults/signed-event.ts'
import { residentBytes } from '../shop.ts'

/** A shop, with access to its database and its sandbox. */
export interface MoneyShop {
	process: ShopProcess
	databaseUrl: string
	sendEvent(body: string): Promise<number | undefined>
	switches(change: object): Promise<void>
	residentBytes(): Promise<number>
	dispose(): Promise<void>
}

export async function startMoneyShop(): Promise<MoneyShop> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-bench-'))
	await chmod(folder, 0o755)
	const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
	const shop = await startShopProcess({ DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' })
	const secret = await webhookSecretOf(shop.dataDir)
	return {
		process: shop,
		databaseUrl: postgres.url,
		sendEvent: (body) => sendEvent(shop.url, secret, body),
		switches: async (change) => {
			const answer = await fetch(`${shop.sandboxUrl}/stripe/switches`, {
				method: 'PUT',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(change),
			})
			if (!answer.ok) throw new Error(await answer.text())
		},
		residentBytes: () => residentBytes(shop.pid()),
		dispose: async () => {
			await shop.dispose()
			await postgres.stop()
			await rm(folder, { recursive: true, force: true })
		},
	}
}
