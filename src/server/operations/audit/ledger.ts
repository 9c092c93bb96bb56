import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import { noProgress, type Progress } from '#server/operations/progress.mjs'
import type { Dispute } from '#server/shop/dispute.ts'
import type { CheckoutSession, Payment, PaymentProvider, Refund } from '#server/shop/payment-provider.ts'

/**
 * The provider's records, as the other side of the audit. Payments, refunds and disputes have the payment intent as their key.
 */
export interface Ledger {
	checkoutSessions: {
		get(id: string): CheckoutSession | undefined
		delete(id: string): unknown
		values(): Iterable<CheckoutSession>
	}
	payments: { get(paymentIntentId: string): Payment | undefined }
	refunds: { get(paymentIntentId: string): Refund[] | undefined }
	disputes: { get(paymentIntentId: string): Dispute[] | undefined }
}

interface ReadLedger extends Ledger {
	/** How many of the Checkout Sessions are paid. */
	paid: number
	close(): void
}

/**
 * Reads the provider's side of the comparison: everything since a time. It is stored in a temporary file, because there may be a
 * million payments. The file disappears when it is closed, or when the process ends. Throws `ProviderFailure`.
 */
export async function readLedger(
	provider: Pick<PaymentProvider, 'listCheckouts' | 'listPayments' | 'listRefunds' | 'listDisputes'>,
	since: Date,
	progress: Pick<Progress, 'report'> = noProgress,
): Promise<ReadLedger> {
	// With an empty name, SQLite makes a file that only this process can open.
	const file = new DatabaseSync('')
	file.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -8000')
	const counted = <T>(what: string, items: AsyncIterable<T>) =>
		countItems(items, (count) => progress.report(`${what} at the provider`, count))
	let paid = 0
	try {
		const checkoutSessions = openDrawer<CheckoutSession>(file, 'checkout_sessions')
		for await (const checkoutSession of counted('Checkout Sessions', provider.listCheckouts(since))) {
			if (checkoutSession.paymentStatus !== 'unpaid') paid += 1
			checkoutSessions.add(checkoutSession.id, checkoutSession)
		}
		const payments = openDrawer<Payment>(file, 'payments')
		for await (const payment of counted('Payments', provider.listPayments(since)))
			payments.add(payment.paymentIntentId, payment)
		const refunds = openDrawer<Refund>(file, 'refunds')
		for await (const refund of counted('Refunds', provider.listRefunds(since)))
			refunds.add(refund.paymentIntentId, refund)
		const disputes = openDrawer<Dispute>(file, 'disputes')
		for await (const dispute of counted('Disputes', provider.listDisputes(since)))
			disputes.add(dispute.paymentIntentId, dispute)
		return {
			checkoutSessions: { ...checkoutSessions, get: (id) => checkoutSessions.get(id)[0] },
			payments: { get: (id) => payments.get(id)[0] },
			refunds,
			disputes,
			paid,
			close: () => file.close(),
		}
	} catch (error) {
		file.close()
		throw error
	}
}

/** The records of one kind. Several may have the same key. */
interface Drawer<T> {
	/** Adds a record; does nothing if it has no key. */
	add(key: string | null, record: T): void
	get(key: string): T[]
	delete(key: string): void
	values(): Iterable<T>
}

/**
 * Makes the table for one kind of records. They are stored in the format of V8's structured clone, which, unlike JSON, keeps
 * dates.
 */
function openDrawer<T>(file: DatabaseSync, name: string): Drawer<T> {
	file.exec(
		`create table ${name} (key text not null, record blob not null) strict; create index ${name}_key on ${name} (key)`,
	)
	const insert = file.prepare(`insert into ${name} values (?, ?)`)
	const select = file.prepare(`select record from ${name} where key = ? order by rowid`)
	const remove = file.prepare(`delete from ${name} where key = ?`)
	const all = file.prepare(`select record from ${name} order by rowid`)
	const read = ({ record }: Record<string, SQLOutputValue>): T =>
		deserialize(record instanceof Uint8Array ? record : new Uint8Array())
	return {
		add: (key, record) => {
			if (key !== null) insert.run(key, serialize(record))
		},
		get: (key) => select.all(key).map(read),
		delete: (key) => void remove.run(key),
		values: function* () {
			for (const row of all.iterate()) yield read(row)
		},
	}
}

async function* countItems<T>(items: AsyncIterable<T>, reached: (count: number) => void): AsyncGenerator<T> {
	let count = 0
	for await (const item of items) {
		yield item
		count += 1
		reached(count)
	}
}
