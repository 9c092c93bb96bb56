import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readBooks } from '#server/operations/audit/books.ts'
import { findDifferences } from '#server/operations/audit/find-differences.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mayMove } from '#server/shop/purchases.ts'
import { purchaseStatuses } from '#shared/purchase-status.ts'
import { anotherPaidCheckout, paidCheckout } from '#test/checkout.ts'
import { isFull } from '#test/faults/run-options.ts'
import {
	act,
	change,
	checkoutSessionActions,
	ledgerOf,
	letTimePass,
	type ProviderEvent,
	paymentOf,
	providerNow,
	type Sold,
} from '#test/provider-model.ts'
import { useWorld } from '#test/world.ts'
import { syncPayment } from './sync-payment.ts'

const world = await useWorld()

/**
 * The steps of the random walk: a Checkout Session is begun, something happens to it at the provider, an event is delivered
 * (perhaps again), or the shop settles payments.
 */
const steps = ['begin', 'act', 'deliver', 'deliver again', 'settle'] as const
const frequent = ['act', 'act', 'act', 'deliver', 'deliver'] as const

async function deliver({ type, created, object }: ProviderEvent): Promise<void> {
	const id = `evt_${randomUUID()}`
	const payload = { id, type, created, data: { object } }
	await world.database.query(sql`
		insert into shop.payment_events (id, type, payload) values (${id}, ${type}, ${JSON.stringify(payload)})`)
	await world.runJob('handle-payment-event', { eventId: id })
}

const jobSchema = z.object({ id: z.string(), payload: z.object({ paymentIntentId: z.string() }) })

/** Runs the queued jobs that ask the provider for the state of a payment. */
async function settleQueued(all: readonly Sold[]): Promise<void> {
	const jobs = (
		await world.database.query(sql`
			select j.id::text as id, p.payload from graphile_worker.jobs j
			join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = 'settle-payment'`)
	).map((row) => jobSchema.parse(row))
	for (const { id, payload } of jobs) {
		await world.database.query(sql`select from graphile_worker.complete_jobs(array[${id}::bigint])`)
		const sold = all.find(
			({ checkout }) => checkout.checkoutSession.paymentIntentId === payload.paymentIntentId,
		)
		if (sold === undefined) continue
		const payments = { getPayment: async () => paymentOf(sold) }
		const { database } = world
		await syncPayment(
			{ database, payments, clock: { now: providerNow }, log: pino({ level: 'silent' }) },
			payload.paymentIntentId,
		)
	}
}

/** Refunds, at the provider, the payments that the shop has marked as duplicates. */
async function refundDuplicates(all: readonly Sold[]): Promise<ProviderEvent[]> {
	const rows = await world.database.query(
		sql`select id from public.purchases where status = 'duplicate'`,
		z.object({ id: z.string() }),
	)
	const duplicates = new Set(rows.map(({ id }) => id))
	return all
		.filter(({ checkout }) => duplicates.has(checkout.purchaseId))
		.flatMap((sold) => act('refund', sold) ?? [])
}

async function expectLegal(userId: string, all: readonly Sold[]): Promise<void> {
	const owned = await world.database.query(
		sql`select id from public.purchases where user_id = ${userId} and status = 'completed'`,
		z.object({ id: z.string() }),
	)
	expect(owned.length).toBeLessThanOrEqual(1)
	// Invariant I2 of docs/threats.md: nobody owns a guide without paying.
	for (const { id } of owned)
		expect(all.find(({ checkout }) => checkout.purchaseId === id)?.state, 'an owned guide').toBe('paid')
	const history = await world.database.query(
		sql`
		select h.purchase_id, h.from_status as "from", h.to_status as "to" from shop.purchase_history h
		join public.purchases p on p.id = h.purchase_id where p.user_id = ${userId} order by h.id`,
		z.object({ purchase_id: z.string(), from: z.string().nullable(), to: z.string() }),
	)
	const now = new Map<string, string>()
	const statusOf = (name: string | null) => purchaseStatuses.find((status) => status === name)
	for (const line of history) {
		expect(line.from ?? undefined, 'the history is one chain').toBe(now.get(line.purchase_id))
		const [from, to] = [statusOf(line.from), statusOf(line.to)]
		if (from !== undefined && to !== undefined)
			expect(mayMove(from, to), `${from} to ${to} is a move of the state machine`).toBe(true)
		now.set(line.purchase_id, line.to)
	}
}

test('payments and owned guides agree in the end, whatever the order of events', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.tuple(fc.constantFrom(...steps, ...frequent), fc.nat(999), fc.nat(999)), {
				minLength: 10,
				maxLength: 50,
				size: 'max',
			}),
			async (walk) => {
				const first = await paidCheckout(world)
				const { userId } = first
				const all: Sold[] = [{ checkout: first, state: 'open', refunds: [], disputes: [] }]
				const undelivered: ProviderEvent[] = []
				const delivered: ProviderEvent[] = []
				const deliverOne = async (index: number) => {
					const [event] = undelivered.splice(index % Math.max(1, undelivered.length), 1)
					if (event === undefined) return
					await deliver(event)
					delivered.push(event)
					undelivered.push(...(await refundDuplicates(all)))
				}
				for (const [step, n, which] of walk) {
					letTimePass(n % 2)
					const sold = all[which % all.length]
					const again = delivered[n % Math.max(1, delivered.length)]
					if (step === 'begin') {
						const [pending] = await world.database.query(
							sql`select from public.purchases where user_id = ${userId} and status = 'pending'`,
						)
						// A user has at most one pending purchase, so the last one must end before a new checkout.
						if (pending === undefined && all.length < 4) {
							const checkout = await anotherPaidCheckout(world, userId)
							all.push({ checkout, state: 'open', refunds: [], disputes: [] })
						}
					} else if (step === 'deliver') await deliverOne(n)
					else if (step === 'deliver again') {
						if (again !== undefined) await deliver(again)
					} else if (step === 'settle') await settleQueued(all)
					else if (sold !== undefined) {
						const possible = checkoutSessionActions.filter(
							(action) => change(action, structuredClone(sold)) !== undefined,
						)
						const action = possible[n % Math.max(1, possible.length)]
						const event = action && act(action, sold)
						if (event !== undefined) undelivered.push(event)
					}
					await expectLegal(userId, all)
				}
				while (undelivered.length > 0) await deliverOne(undelivered.length * 7)
				await settleQueued(all)
				undelivered.push(...(await refundDuplicates(all)))
				while (undelivered.length > 0) await deliverOne(undelivered.length * 7)
				await settleQueued(all)
				await expectLegal(userId, all)

				const books = await readBooks(world.database)
				const entries = (await Array.fromAsync(books.entries)).filter((entry) => entry.user_id === userId)
				const mine = { entries, unhandledEvents: [], failedJobs: [], ignoredEvents: 0 }
				const differences = await Array.fromAsync(
					findDifferences({ books: mine, ledger: ledgerOf(all), now: new Date(), graceSeconds: 0 }),
				)
				// These cases are left to the owner: the guide was bought again while the money was with the buyer or the bank, and then
				// that money came back.
				const leftToOwner = [
					/ is on hold: paid twice: bought again while disputed/,
					/ is on hold: its refund failed/,
					// Of a second payment, the bank has given back a part, and the provider refunds the rest of no such payment.
					...(all.some(({ disputes }) => disputes.some(({ state }) => state === 'lost'))
						? [/ was paid a second time, with /]
						: []),
				]
				expect(differences.filter((line) => !leftToOwner.some((reason) => reason.test(line)))).toEqual([])
			},
		),
		// Without shrinking, which would run into the time limit before it shows anything.
		{ numRuns: isFull ? 100 : 50, endOnFailure: true },
	)
}, 300_000)
