import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import type { Figures } from '#shared/admin/sales.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, auditSums, forget, pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'
import { findWrongSums, mendSums } from './check-movements.ts'
import { readFigures } from './read-figures.ts'
import { storeMovements } from './store-movements.ts'

// Each test has a shop of its own, because after wrong sums in one, those of all others would differ too.
let world: World
beforeEach(async () => {
	world = await createWorld({ sandbox: true })
	await pauseEvents(world)
	await sell(world)
	await storeMovements(world)
})
afterEach(async () => await world.close())

const always = { from: new Date('2020-01-01'), until: new Date('2031-01-01') }
const figures = async () => (await readFigures(world, always)).sums
const compare = async () => {
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
}
const owner = (...argv: string[]) => runAdmin(adminContextOf(world), ...argv)
const refundOf = async ({ paymentIntentId }: Sale) =>
	(await world.payments.getPayment(paymentIntentId))?.refunds[0]?.id
const disputeOf = async (sale: Sale) =>
	(await world.payments.getPayment(sale.paymentIntentId))?.disputes[0]?.id

/**
 * Runs `work` and returns by how much the figures have changed. Expects the figures to be the same before and after the change
 * has been stored.
 */
async function changeBy(work: () => Promise<unknown>): Promise<Partial<Figures>> {
	const before = await figures()
	await work()
	const read = await figures()
	expect(await auditSums(world)).toEqual([])
	const after = await figures()
	expect(after).toEqual(read)
	const names = Object.keys(after) as (keyof Figures)[]
	return Object.fromEntries(
		names.flatMap((name) => (after[name] === before[name] ? [] : [[name, after[name] - before[name]]])),
	)
}

const [price, fee] = [1499, 42]
const earlierWithVat = `update public.receipts set paid_at = '2026-03-29T23:30:00Z', vat_pence = 250 where purchase_id = $1`
const sold = { sales: 1, gross_pence: price }

describe('the sums are still right after', () => {
	test('a sale whose fee becomes known later', async () => {
		expect(await changeBy(() => sell(world))).toEqual({ ...sold, fees_unknown: 1, net_pence: price })
		// The fees of this sale and of the one before become known.
		expect(await changeBy(compare)).toEqual({ fees_unknown: -2, fee_pence: 2 * fee, net_pence: -2 * fee })
	})

	test('refunds of a part and of the rest, and a refund that fails', async () => {
		const sale = await sell(world)
		await compare()
		const refund = (...amount: string[]) =>
			changeBy(async () => {
				await owner('refund', sale.purchaseId, ...amount)
				await compare()
			})
		expect(await refund('--amount', '5')).toMatchObject({ refunds: 1, refunded_pence: 500 })
		expect(await refund()).toMatchObject({ refunds: 1, refunded_pence: 999 })
		const failing = await sell(world)
		await owner('refund', failing.purchaseId)
		await compare()
		const back = await changeBy(async () => {
			await atTheProvider(world, `refunds/${await refundOf(failing)}/fail`)
			await compare()
			await compare()
		})
		expect(back).toMatchObject({ refunds: -1, refunded_pence: -price })
	})

	test('a dispute that is lost and then won, and a payment that is returned by hand', async () => {
		const sale = await sell(world)
		await compare()
		const opened = await changeBy(async () => {
			await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`)
			await compare()
		})
		expect(opened).toEqual({ fee_pence: 2000, net_pence: -2000 })
		const lost = await changeBy(async () => {
			await atTheProvider(world, `disputes/${await disputeOf(sale)}/close`, { status: 'lost' })
			await compare()
		})
		expect(lost).toEqual({ disputes_lost: 1, lost_pence: price, net_pence: -price })
		// The bank has changed its decision.
		const won = await changeBy(() =>
			tamper(world, `update public.refunds set stands = false where purchase_id = $1`, [sale.purchaseId]),
		)
		expect(won).toEqual({ disputes_lost: -1, lost_pence: -price, net_pence: price })
		const returned = await sell(world)
		await compare()
		const byHand = () => owner('record-refund', returned.purchaseId, '--reason', 'by bank transfer')
		expect(await changeBy(byHand)).toEqual({ refunds: 1, refunded_pence: price, net_pence: -price })
	})

	test('attaching a sale to an account, deleting that account, and receiving a payout', async () => {
		const buyer = await sell(world)
		const lost = await changeBy(async () => {
			await forget(world, buyer.purchaseId)
			await world.database.query(sql`delete from auth.users where id = ${buyer.userId}`)
			await tamper(world, 'delete from auth.deleted_accounts where user_id = $1', [buyer.userId])
			await compare()
		})
		expect(lost).toMatchObject({ sales: -1, gross_pence: -price })
		const other = await signedInClient(world)
		const { data } = await other.auth.getUser()
		expect(
			await changeBy(() => owner('attach-purchase', buyer.purchaseId, data.user?.email ?? '')),
		).toMatchObject(sold)
		expect(
			await changeBy(async () => {
				await world.database.query(sql`delete from auth.users where id = ${data.user?.id}`)
				await atTheProvider(world, 'payouts', { until: 'reconciled' })
				await compare()
			}),
		).toEqual({})
		expect(await changeBy(() => tamper(world, earlierWithVat, [buyer.purchaseId]))).toEqual({
			vat_pence: 250,
			net_pence: -250,
		})
		const { days } = await readFigures(world, { from: new Date('2026-03-30'), until: new Date('2026-03-31') })
		expect(days).toMatchObject([{ day: '2026-03-30', sales: 1, vat_pence: 250 }])
	})

	test('simultaneous sales and refunds while movements are being stored', async () => {
		const busy = { over: false }
		const storing = (async () => {
			while (!busy.over) await Promise.all([storeMovements(world), storeMovements(world)])
		})()
		const change = await changeBy(async () => {
			const sales = await Promise.all(Array.from({ length: 4 }, () => sell(world)))
			await Promise.all(sales.slice(0, 3).map(({ purchaseId }) => owner('refund', purchaseId)))
			await compare()
			busy.over = true
			await storing
		})
		expect(change).toMatchObject({ sales: 4, gross_pence: 4 * price, refunds: 3, refunded_pence: 3 * price })
	})
})

test('the audit finds a wrong sum, which can then be corrected from the records', async () => {
	const { purchaseId } = await sell(world)
	await owner('refund', purchaseId, '--amount', '5')
	await compare()
	await tamper(world, earlierWithVat, [purchaseId])
	expect(await auditSums(world)).toEqual([])
	const before = await figures()
	await tamper(world, `update shop.movement_sums set gross_pence = gross_pence + 1 where kind = 'sale'`)
	await tamper(world, `delete from shop.movements where kind = 'refund'`)
	const wrong = await findWrongSums(world, new Date(0))
	expect(wrong).toContain('2026-03-30')
	expect((await figures()).gross_pence).not.toBe(before.gross_pence)
	await mendSums(world, wrong)
	expect(await auditSums(world)).toEqual([])
	expect(await figures()).toEqual(before)
})
