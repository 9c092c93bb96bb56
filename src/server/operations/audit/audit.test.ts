import { beforeAll, describe, expect, test } from 'vitest'
import { readBooks } from '#server/operations/audit/books.ts'
import { findDifferences } from '#server/operations/audit/find-differences.ts'
import { readLedger } from '#server/operations/audit/ledger.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, audit, forget, pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
beforeAll(async () => {
	await pauseEvents(world)
})

const setStatus = (status: string) => (sale: Sale) =>
	world.database.query(sql`update public.purchases set status = ${status} where id = ${sale.purchaseId}`)

const refundAtProvider = ({ checkoutSessionId }: Sale) =>
	atTheProvider(world, `checkout-sessions/${checkoutSessionId}/refund`)
const disputeAtProvider = ({ checkoutSessionId }: Sale) =>
	atTheProvider(world, `checkout-sessions/${checkoutSessionId}/dispute`)

describe('the audit', () => {
	test('finds nothing if money and guides agree, whatever has happened to each sale', async () => {
		await sell(world)
		const returned = await sell(world)
		await refundAtProvider(returned)
		await setStatus('refunded')(returned)
		await world.runJob('settle-payment', returned)
		const disputed = await sell(world)
		await disputeAtProvider(disputed)
		await setStatus('disputed')(disputed)
		const looker = await signedInClient(world)
		await openCheckout(looker, cv)
		expect(await audit(world)).toEqual([])
	})

	test.each<[string, (sale: Sale) => Promise<unknown>, RegExp]>([
		[
			'a payment without a purchase',
			(sale) => forget(world, sale.purchaseId),
			/our records have no such purchase/,
		],
		['a payment that delivered nothing', setStatus('pending'), /is still pending: nothing was delivered/],
		['a purchase on hold', setStatus('held'), /is on hold: no reason recorded\. Decide/],
		[
			'a refunded guide that its buyer still owns',
			refundAtProvider,
			/was refunded completely, but the buyer still owns the guide/,
		],
		[
			'a disputed guide that its buyer still owns',
			disputeAtProvider,
			/is disputed, but the buyer still owns the guide/,
		],
		[
			'a guide taken away without a refund',
			setStatus('refunded'),
			/taken away as refunded, with £0\.00 of £14\.99/,
		],
		['a guide taken away without a dispute', setStatus('disputed'), /as disputed, but no dispute is open/],
		[
			'a second payment that is not refunded',
			setStatus('duplicate'),
			/was paid a second time, with £0\.00 of £14\.99/,
		],
		[
			'a price that differs from the provider’s',
			(sale) => tamper(world, 'update public.purchases set price = 1.00 where id = $1', [sale.purchaseId]),
			/the amount is £1\.00 here and £14\.99 at the provider/,
		],
		[
			'a product that differs from the provider’s',
			(sale) =>
				tamper(world, `update public.purchases set catalogue_id = '3' where id = $1`, [sale.purchaseId]),
			/the product is 3 here and 2 at the provider/,
		],
		[
			'a user who differs from the provider’s',
			async (sale) => {
				const other = await sell(world)
				await forget(world, other.purchaseId)
				await tamper(world, 'update public.purchases set user_id = $2 where id = $1', [
					sale.purchaseId,
					other.userId,
				])
			},
			/the user is [0-9a-f-]{36} here and [0-9a-f-]{36} at the provider/,
		],
		[
			'a Checkout Session that the provider does not know',
			(sale) =>
				tamper(world, `update shop.checkouts set session_id = 'cs_invented' where purchase_id = $1`, [
					sale.purchaseId,
				]),
			/is completed, but the provider has no Checkout Session for it/,
		],
		[
			'a purchase completed without a payment',
			async (sale) => {
				const client = await signedInClient(world)
				const unpaid = await openCheckout(client, cv)
				await tamper(world, 'delete from shop.checkouts where session_id = $1', [unpaid])
				await tamper(
					world,
					'update public.purchases set stripe_session_id = null where stripe_session_id = $1',
					[unpaid],
				)
				await tamper(world, 'update shop.checkouts set session_id = $2 where purchase_id = $1', [
					sale.purchaseId,
					unpaid,
				])
			},
			/is completed, but its Checkout Session cs_\S+ was never paid/,
		],
		[
			'one payment for two purchases',
			async (sale) => {
				const other = await sell(world)
				await tamper(world, 'update shop.checkouts set payment_intent_id = $2 where purchase_id = $1', [
					other.purchaseId,
					sale.paymentIntentId,
				])
			},
			/have the same payment/,
		],
		[
			'a missing receipt',
			(sale) => tamper(world, 'delete from public.receipts where purchase_id = $1', [sale.purchaseId]),
			/has no receipt/,
		],
		[
			'a receipt with the wrong amount',
			(sale) =>
				tamper(world, 'update public.receipts set amount_pence = 1 where purchase_id = $1', [
					sale.purchaseId,
				]),
			/says £0\.01, but £14\.99 was paid/,
		],
		[
			'a receipt with a discount that was not given',
			(sale) =>
				tamper(world, 'update public.receipts set discount_pence = 300 where purchase_id = $1', [
					sale.purchaseId,
				]),
			/says £3\.00 off, but £0\.00 was taken off/,
		],
		[
			'a receipt that was never emailed',
			(sale) =>
				tamper(world, 'update public.receipts set mailed_at = null where purchase_id = $1', [
					sale.purchaseId,
				]),
			/was never emailed, and no job will send it/,
		],
		[
			'a receipt email that was refused',
			async (sale) => {
				await tamper(world, 'update public.receipts set mailed_at = null where purchase_id = $1', [
					sale.purchaseId,
				])
				await world.database.query(sql`
					insert into shop.refused_mails (job, reference, reason)
					values ('send-receipt', ${sale.purchaseId}, 'no such mailbox')`)
			},
			/cannot be emailed: no such mailbox/,
		],
		[
			'a refund that its receipt does not show',
			async (sale) => {
				await refundAtProvider(sale)
				await world.runJob('settle-payment', sale)
				await tamper(world, 'delete from public.refunds where purchase_id = $1', [sale.purchaseId])
			},
			/£14\.99 of Purchase .* was refunded by re_\S+, which its receipt does not show/,
		],
		[
			'a refund that its receipt shows and the provider does not have',
			(sale) =>
				world.database.query(sql`
					insert into public.refunds (id, purchase_id, kind, amount_pence, at)
					values ('re_invented', ${sale.purchaseId}, 'refund', 1, now())`),
			/shows re_invented, which refunds nothing at the provider/,
		],
		[
			'an event that was stored but never processed',
			() =>
				world.database.query(sql`
					insert into shop.payment_events (id, type, payload) values ('evt_forgotten', 'charge.refunded', '{}')`),
			/Event evt_forgotten \(charge\.refunded\) was stored but never processed/,
		],
		[
			'a job that failed permanently',
			() =>
				tamper(
					world,
					`select graphile_worker.add_job('refund-duplicate', '{}'::json, max_attempts := 2);
					update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'in vain'`,
				),
			/failed permanently: refund-duplicate: in vain/,
		],
	])('reports %s', async (_name, plant, sentence) => {
		await tamper(world, 'delete from shop.payment_events; delete from graphile_worker._private_jobs')
		const before = await audit(world)
		const sale = await sell(world)
		// The audit reports in the order in which the database happens to have the purchases.
		expect((await audit(world)).toSorted()).toEqual(before.toSorted())
		await plant(sale)
		const found = (await audit(world)).filter((line) => !before.includes(line))
		expect(found).not.toEqual([])
		expect(found.join('\n')).toMatch(sentence)
	})

	test('does not report a payment that is still being processed', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		await pay(world, checkoutSessionId)
		expect((await audit(world, 60)).join('\n')).not.toContain(checkoutSessionId)
		const nothingDelivered = new RegExp(
			`${checkoutSessionId}, but .* is still pending: nothing was delivered`,
		)
		expect((await audit(world)).join('\n')).toMatch(nothingDelivered)
	})

	test('does not report sales that are paid or refunded after it has begun to read the ledger', async () => {
		const [sold, client] = [await sell(world), await signedInClient(world)]
		const checkoutSessionId = await openCheckout(client, cv)
		const now = new Date()
		const ledger = await readLedger(world.payments, new Date(0))
		await pay(world, checkoutSessionId)
		await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
		const begunLater = await sell(world)
		await refundAtProvider(sold)
		await world.runJob('settle-payment', sold)
		const books = await readBooks(world.database)
		const found = await Array.fromAsync(findDifferences({ books, ledger, now, graceSeconds: 0 }))
		ledger.close()
		const changed = [checkoutSessionId, begunLater.purchaseId, sold.purchaseId]
		expect(found.filter((line) => changed.some((id) => line.includes(id)))).toEqual([])
	})
})
