import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { percentile } from '../statistics.ts'
import type { MoneyShop } from './money-shop.ts'

export interface EventsFigure {
	events: number
	seconds: number
	accepted: number
	p99Ms: number
	/** How many purchases were not completed exactly once. */
	wrong: number
	appliedAfterSeconds: number
	/** Commits per second with the bare driver, in the same run. */
	bareCommitsPerSecond: number
}

const distinct = 700
const total = 1_000
const withinMs = 5_000
const applyLimitMs = 60_000

/**
 * Sends 1,000 signed payment events in 5 seconds, 30 % of them repeats. All must be accepted, and each purchase must be completed
 * exactly once within a minute.
 */
export async function paymentEvents(shop: MoneyShop): Promise<EventsFigure> {
	const client = new pg.Client({ connectionString: shop.databaseUrl })
	await client.connect()
	try {
		const bodies = await waitingEvents(client, distinct)
		const sent = [...bodies, ...bodies.slice(0, total - distinct)]
		const times: number[] = []
		const startedAt = performance.now()
		const statuses = await Promise.all(
			sent.map(async (body, index) => {
				await new Promise((resolve) => setTimeout(resolve, (index / total) * withinMs))
				const start = performance.now()
				const status = await shop.sendEvent(body)
				times.push(performance.now() - start)
				return status
			}),
		)
		const seconds = (performance.now() - startedAt) / 1000
		const appliedAfterSeconds = await untilApplied(client)
		const { rows } = await client.query<{ wrong: number }>(`
			select (${distinct} - count(*) filter (where times = 1))::integer as wrong from (
				select count(h.id) as times from public.purchases p
				join shop.purchase_history h on h.purchase_id = p.id and h.to_status = 'completed'
				where p.stripe_session_id like 'cs_test_bench%' group by p.id) each_one`)
		return {
			events: total,
			seconds,
			accepted: statuses.filter((status) => status === 200).length,
			p99Ms: percentile(times, 99),
			wrong: rows[0]?.wrong ?? distinct,
			appliedAfterSeconds,
			bareCommitsPerSecond: await bareCommits(shop.databaseUrl),
		}
	} finally {
		await client.end()
	}
}

interface Waiting {
	checkoutSessionId: string
	purchaseId: string
	userId: string
}

/** Creates users who each have a pending purchase of CV Secrets, and returns the events that say they have paid. */
export async function waitingEvents(client: pg.Client, count: number): Promise<string[]> {
	const run = randomBytes(4).toString('hex')
	const { rows } = await client.query<Waiting>(`
		with people as (
			insert into auth.users (id, email)
			select gen_random_uuid(), 'bench.${run}.' || n || '@student.test' from generate_series(1, ${count}) n returning id
		), bought as (
			insert into public.purchases (user_id, catalogue_id, product_id, product_name, price, status, stripe_session_id)
			select id, '2', 'prod_cv_secrets', 'CV Secrets', 14.99, 'pending', 'cs_test_bench' || replace(id::text, '-', '')
			from people returning id, user_id, stripe_session_id
		), opened as (
			insert into shop.checkouts (purchase_id, session_id) select id, stripe_session_id from bought
		)
		select stripe_session_id as "checkoutSessionId", id as "purchaseId", user_id as "userId" from bought`)
	return rows.map(completedEvent)
}

function completedEvent({ checkoutSessionId, purchaseId, userId }: Waiting): string {
	const id = randomBytes(12).toString('hex')
	const now = Math.floor(Date.now() / 1000)
	const metadata = { purchase_id: purchaseId, user_id: userId, catalogue_id: '2' }
	const checkoutSession = {
		id: checkoutSessionId,
		object: 'checkout.session',
		amount_subtotal: 1499,
		amount_total: 1499,
		automatic_tax: { enabled: false, liability: null, provider: null, status: null },
		client_reference_id: purchaseId,
		consent: { promotions: null, terms_of_service: 'accepted' },
		created: now,
		currency: 'gbp',
		customer_details: { email: 'bench@student.test', name: 'Bench' },
		expires_at: now + 3600,
		livemode: false,
		metadata,
		mode: 'payment',
		payment_intent: `pi_${id}`,
		payment_status: 'paid',
		status: 'complete',
		total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
		url: null,
	}
	return JSON.stringify({
		id: `evt_${id}`,
		object: 'event',
		api_version: '2026-10-28.endive',
		created: now,
		data: { object: checkoutSession },
		livemode: false,
		pending_webhooks: 1,
		request: { id: null, idempotency_key: null },
		type: 'checkout.session.completed',
	})
}

async function untilApplied(client: pg.Client): Promise<number> {
	const startedAt = performance.now()
	while (performance.now() - startedAt < applyLimitMs) {
		const { rows } = await client.query<{ left: number }>(
			"select count(*)::integer as left from public.purchases where stripe_session_id like 'cs_test_bench%' and status = 'pending'",
		)
		if (rows[0]?.left === 0) break
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
	return (performance.now() - startedAt) / 1000
}

const bareSeconds = 3

/** Measures how many rows the database can commit one at a time, on as many connections as the shop has. */
async function bareCommits(connectionString: string): Promise<number> {
	const pool = new pg.Pool({ connectionString, max: 12 })
	await pool.query('create table if not exists bench_events (id text primary key, payload jsonb)')
	const end = performance.now() + bareSeconds * 1000
	const counts = await Promise.all(
		Array.from({ length: 12 }, async () => {
			let count = 0
			while (performance.now() < end) {
				const { rowCount } = await pool.query('insert into bench_events values ($1, $2)', [
					randomBytes(12).toString('hex'),
					'{"type":"checkout.session.completed"}',
				])
				count += rowCount ?? 0
			}
			return count
		}),
	)
	await pool.query('drop table bench_events')
	await pool.end()
	return counts.reduce((sum, count) => sum + count, 0) / bareSeconds
}
