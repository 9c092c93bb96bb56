import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { findOneCustomer } from '#server/features/customers/find-one-customer.ts'
import { resolvePurchase } from '#server/features/customers/find-purchase.ts'
import { listCustomers, searchCustomers } from '#server/features/customers/list-customers.ts'
import { listMovements } from '#server/features/sales/list-movements.ts'
import { periodsOf } from '#server/features/sales/period.ts'
import { readFigures } from '#server/features/sales/read-figures.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { WatchedPostgres } from './watch-plans.ts'

const buyerSchema = z.object({ email: z.string(), number: z.string(), intent: z.string(), id: z.uuid() })

export interface OwnersList {
	name: string
	/** The shortest of fifteen times, since other programs can only make it longer. */
	ms: number
	/** In milliseconds; undefined if the list has no target. */
	target: number | undefined
	/** The large tables that it has read as a whole. */
	wholeTables: readonly string[]
}

/** Looks up everything that the owner may look up, and measures the times. */
export async function lookUpAll(postgres: WatchedPostgres): Promise<OwnersList[]> {
	const { jobsUrl } = preparedLogins({ ownerUrl: postgres.url, apiUrl: undefined, jobsUrl: undefined })
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	const closing = new AsyncDisposableStack()
	closing.defer(database.close)
	try {
		const [buyer] = await database.query(
			sql`
			select u.email, r.number, c.payment_intent_id as intent, p.id
			from auth.users u join public.purchases p on p.user_id = u.id
			join shop.checkouts c on c.purchase_id = p.id join public.receipts r on r.purchase_id = p.id
			where u.email like '%.example' limit 1`,
			buyerSchema,
		)
		const { period } = periodsOf('30', new Date())
		if (buyer === undefined) throw new Error('a world without buyers')
		const { email, number, intent, id } = buyer
		const listsIn = (
			database: Database,
		): [name: string, target: number | undefined, work: () => Promise<unknown>][] => [
			['find by email address', 50, () => findOneCustomer(database, email)],
			['find by receipt', 50, () => findOneCustomer(database, number)],
			['find by payment', 50, () => findOneCustomer(database, intent)],
			['find by part of an email address', 50, () => searchCustomers(database, email.slice(2, 12), 21)],
			['the newest 50 customers', 20, () => listCustomers(database, { before: undefined, limit: 50 })],
			['customers by a name', 50, () => searchCustomers(database, 'amara ok', 50)],
			['a purchase by its id', 20, () => resolvePurchase(database, { who: id })],
			['a purchase by its receipt', 20, () => resolvePurchase(database, { who: number })],
			[
				'the newest 50 sales and refunds',
				20,
				() => listMovements({ database }, period, { filter: {}, before: undefined, limit: 50 }),
			],
			['the sums of 30 days', 100, () => readFigures({ database }, period)],
		]
		const wholeTables: string[][] = []
		for (const [, , work] of listsIn(database)) {
			postgres.forget()
			await work()
			// PostgreSQL's log arrives a moment later.
			await pause(100)
			wholeTables.push([...new Set(postgres.statements().flatMap((statement) => [...statement.wholeTables]))])
		}
		// Plans are not logged while the times are measured, because logging takes longer than some of the statements.
		await postgres.stopWatching(new URL(jobsUrl).username)
		const unwatched = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
		closing.defer(unwatched.close)
		const measured: OwnersList[] = []
		for (const [index, [name, target, work]] of listsIn(unwatched).entries())
			measured.push({ name, ms: await timeOf(work), target, wholeTables: wholeTables[index] ?? [] })
		return measured
	} finally {
		await postgres.watchAgain(new URL(jobsUrl).username)
		await closing.disposeAsync()
	}
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
	const times: number[] = []
	for (let round = 0; round < 15; round += 1) {
		const startedAt = performance.now()
		await work()
		times.push(performance.now() - startedAt)
	}
	return Math.min(...times)
}
