import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { findWrongSums } from '#server/features/sales/check-movements.ts'
import { storeMovements } from '#server/features/sales/store-movements.ts'
import { readBooks } from '#server/operations/audit/books.ts'
import { findDifferences } from '#server/operations/audit/find-differences.ts'
import { readLedger } from '#server/operations/audit/ledger.ts'
import { paidByUnknownAccount } from '#server/shop/purchases.ts'
import { cv, openCheckout, pay, setSwitches } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import type { World } from '#test/world.ts'

/** Runs the audit on a world, by default without allowing time for late events. Also compares the sums of the admin with the records. */
export async function audit({ database, payments }: World, graceSeconds = 0): Promise<string[]> {
	const findings = await auditMoney({ database, payments }, graceSeconds)
	return [...findings, ...(await auditSums({ database }))]
}

/** Compares the sums of the admin with the records, before and after the latest changes are added to the stored sums. */
export async function auditSums({ database }: Pick<World, 'database'>): Promise<string[]> {
	const before = await findWrongSums({ database }, new Date(0))
	await storeMovements({ database })
	const after = await findWrongSums({ database }, new Date(0))
	return [...before, ...after].map((day) => `The sums of ${day} are wrong.`)
}

async function auditMoney(
	{ database, payments }: Pick<World, 'database' | 'payments'>,
	graceSeconds: number,
): Promise<string[]> {
	const ledger = await readLedger(payments, new Date(0))
	const books = await readBooks(database)
	try {
		return await Array.fromAsync(findDifferences({ books, ledger, now: new Date(), graceSeconds }))
	} finally {
		ledger.close()
	}
}

/** Repeats the audit until it finds nothing, for up to half a minute, because events may still have to arrive. */
export async function auditWhenSettled(world: World): Promise<string[]> {
	const end = performance.now() + 30_000
	for (;;) {
		await world.runJobs()
		const findings = await audit(world)
		if (findings.length === 0 || performance.now() > end) return findings
		await pause(100)
	}
}

export interface Sale {
	client: SupabaseClient
	purchaseId: string
	userId: string
	checkoutSessionId: string
	paymentIntentId: string
}

/** Creates a user who has bought CV Secrets and received the receipt. */
export async function sell(world: World, paidWith?: 'refund_pending' | 'bank'): Promise<Sale> {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	await pay(world, checkoutSessionId, paidWith)
	if (paidWith === 'bank')
		await atTheProvider(world, `checkout-sessions/${checkoutSessionId}/settle`, { outcome: 'succeeds' })
	const { error } = await client.functions.invoke('confirm-payment', {
		body: { sessionId: checkoutSessionId },
	})
	if (error !== null) throw error
	await world.runJobs()
	const { data } = await client
		.from('purchases')
		.select('id, user_id')
		.eq('stripe_session_id', checkoutSessionId)
		.single()
	const checkoutSession = await world.payments.getCheckout(checkoutSessionId)
	return {
		client,
		checkoutSessionId,
		purchaseId: String(data?.id),
		userId: String(data?.user_id),
		paymentIntentId: checkoutSession?.paymentIntentId ?? '',
	}
}

/** Lets the buyer of a sale buy the same guide once more. */
export async function buyAgain(world: World, { client }: Sale): Promise<void> {
	const checkoutSessionId = await openCheckout(client, cv)
	await pay(world, checkoutSessionId)
	const { error } = await client.functions.invoke('confirm-payment', {
		body: { sessionId: checkoutSessionId },
	})
	if (error !== null) throw error
	await world.runJobs()
}

/** Makes a sale that is on hold, as if it had been paid by an account that our records have or lack. */
export async function sellOnHold(world: World, { hasAccount }: { hasAccount: boolean }): Promise<Sale> {
	const sale = await sell(world)
	await tamper(world, 'delete from public.receipts where purchase_id = $1', [sale.purchaseId])
	await tamper(
		world,
		`update public.purchases set status = 'held', user_id = case when $2 then user_id end where id = $1`,
		[sale.purchaseId, hasAccount],
	)
	// Nobody has deleted its account.
	await tamper(world, 'delete from shop.purchase_history where purchase_id = $1', [sale.purchaseId])
	await tamper(world, 'update shop.checkouts set held_reason = $2 where purchase_id = $1', [
		...[sale.purchaseId, paidByUnknownAccount],
	])
	return sale
}

/** Pauses the delivery of events. */
export async function pauseEvents({ sandboxUrl }: Pick<World, 'sandboxUrl'>): Promise<void> {
	await setSwitches({ sandboxUrl }, { events: { paused: true } })
}

/** Presses a button in the dashboard: `checkout-sessions/<id>/refund`, `checkout-sessions/<id>/dispute`, `disputes/<id>/close` … */
export async function atTheProvider(
	{ sandboxUrl }: Pick<World, 'sandboxUrl'>,
	path: string,
	fields: Record<string, string> = {},
): Promise<void> {
	const response = await fetch(`${sandboxUrl}/stripe/${path}`, {
		method: 'POST',
		headers: { origin: sandboxUrl },
		body: new URLSearchParams(fields),
		redirect: 'manual',
	})
	if (response.status >= 400) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Compares the records with the provider, runs the jobs that this enqueues, and compares once more. */
export async function compareTwice(world: World): Promise<void> {
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
	await world.runJob('compare-with-provider', {})
}

/** Changes rows that none of the shop's logins may change. */
export async function tamper(world: World, statement: string, values: unknown[] = []): Promise<void> {
	const client = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await client.connect()
	try {
		await client.query(statement, values)
	} finally {
		await client.end()
	}
}

/** Removes every trace of a purchase, as if the database had been restored from an older backup. */
export async function forget(world: World, purchaseId: string): Promise<void> {
	for (const table of [
		'public.receipts where purchase_id',
		'public.refunds where purchase_id',
		'shop.purchase_history where purchase_id',
		'shop.checkouts where purchase_id',
		'public.purchases where id',
	])
		await tamper(world, `delete from ${table} = $1`, [purchaseId])
}
