import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { cv } from '#test/checkout.ts'
import { startShopProcess } from '../../../e2e/shop-process.ts'
import { noPromises } from '../../../test/faults/promises.ts'
import { createShopper } from '../../../test/faults/shopper.ts'
import { fillDatabase } from './fill-database.ts'
import { fillProvider } from './fill-provider.ts'

/** Settings for speed. A crash may lose the shop, which can be built again. */
const settings = {
	fsync: 'off',
	full_page_writes: 'off',
	wal_level: 'minimal',
	max_wal_senders: '0',
	max_wal_size: '8GB',
	shared_buffers: '512MB',
	autovacuum: 'off',
}

/**
 * Builds a shop with three years of sales in an empty data folder: runs the real migrations, makes a real sale and multiplies it.
 * The folder can be used as `DATA_DIR`. Calls `say` with each step.
 */
export async function buildWorld(dataDir: string, users: number, say: (line: string) => void): Promise<void> {
	say('A real sale …')
	await sellOne(dataDir)
	const postgres = await startEmbeddedPostgres({ dataDir, log: say, settings })
	try {
		const event = await readTemplate(postgres.url)
		say(`${(5 * users).toLocaleString('en-GB')} purchases …`)
		await fillDatabase(postgres.url, { users, event })
		say('The payment provider’s side of them …')
		await fillProvider(dataDir, postgres.url)
	} finally {
		await postgres.stop()
	}
}

async function sellOne(dataDir: string): Promise<void> {
	const shop = await startShopProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
	try {
		const { url, sandboxUrl } = shop
		const buyer = await createShopper({ url, sandboxUrl, promises: noPromises() })
		const checkoutSessionId = (await buyer.open(cv)) ?? ''
		await buyer.pay(checkoutSessionId)
		// The success page delivers the guide; the event may arrive later.
		for (let tries = 0; tries < 100 && (await buyer.returnTo(checkoutSessionId)) !== 'completed'; tries += 1)
			await pause(100)
		await pause(2_000)
	} finally {
		await shop.dispose()
	}
}

const templateSchema = z.object({
	payload: z.string(),
	session_id: z.string(),
	payment_intent_id: z.string(),
	purchase_id: z.uuid(),
	user_id: z.uuid(),
})

/** Reads the event about the sale, and puts `%1$s` to `%4$s` in place of its ids. */
async function readTemplate(superuserUrl: string): Promise<string> {
	const client = new pg.Client({ connectionString: superuserUrl })
	await client.connect()
	try {
		const { rows } = await client.query(
			`select e.payload::text, c.session_id, c.payment_intent_id, c.purchase_id, p.user_id
			from shop.payment_events e, shop.checkouts c join public.purchases p on p.id = c.purchase_id
			where e.type = 'checkout.session.completed' and e.processed_at is not null`,
		)
		const { payload, ...ids } = templateSchema.parse(rows[0])
		return [ids.session_id, ids.payment_intent_id, ids.purchase_id, ids.user_id].reduce(
			(text, id, index) => text.replaceAll(id, `%${index + 1}$s`),
			payload.replaceAll('%', '%%'),
		)
	} finally {
		await client.end()
	}
}
