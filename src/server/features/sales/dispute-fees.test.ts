import { expect, test } from 'vitest'
import { disputeAnswerFeePence, disputeFeePence } from '#shared/stripe-fees.ts'
import { atTheProvider, auditSums, compareTwice, pauseEvents, sell } from '#test/money-ledger.ts'
import { stripeOf } from '#test/stripe-of.ts'
import { useWorld } from '#test/world.ts'
import { exportMovements } from './export-movements.ts'
import type { Period } from './period.ts'
import { readFigures } from './read-figures.ts'
import { readMovementsOf } from './read-sale.ts'

const world = await useWorld({ sandbox: true })
await pauseEvents(world)
const stripe = stripeOf(world)

const always: Period = { from: new Date('2020-01-01'), until: new Date('2031-01-01') }
const [price, cardFee] = [1499, 42]
const [received, answered] = [disputeFeePence, disputeAnswerFeePence]

/** Adds up the account's balance at the provider. */
async function balance(): Promise<number> {
	const lines = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
	return lines.reduce((sum, { net }) => sum + net, 0)
}

const lost = { path: 'close', status: 'lost' }
const won = { path: 'close', status: 'won' }
const answer = { path: 'answer' }
const escalate = { path: 'escalate' }
const appeal = { path: 'appeal' }

test.each([
	['lost without an answer', 'fraudulent', [lost], { fee: received, kept: 0 }],
	['lost in spite of an answer', 'fraudulent', [answer, lost], { fee: received + answered, kept: 0 }],
	['won without an answer', 'fraudulent', [won], { fee: received, kept: price }],
	['won with an answer', 'fraudulent', [answer, won], { fee: received, kept: price }],
	['not decided, but answered', 'fraudulent', [answer], { fee: received + answered, kept: 0 }],
	['an inquiry that was answered and closed', 'inquiry', [answer, won], { fee: 0, kept: price }],
	['lost after an inquiry', 'inquiry', [escalate, lost], { fee: received, kept: 0 }],
	[
		'won after an inquiry, with an answer to both',
		'inquiry',
		[answer, escalate, answer, won],
		{ fee: received, kept: price },
	],
	[
		'lost after an inquiry, with an answer to both',
		'inquiry',
		[answer, escalate, answer, lost],
		{ fee: received + answered, kept: 0 },
	],
	[
		'lost with an answer, and won on appeal',
		'fraudulent',
		[answer, lost, appeal, answer, won],
		{ fee: received, kept: price },
	],
	[
		'lost without an answer, and won on appeal',
		'fraudulent',
		[lost, appeal, answer, won],
		{ fee: received, kept: price },
	],
	[
		'lost with an answer, and lost on appeal',
		'fraudulent',
		[answer, lost, appeal, answer, lost],
		{ fee: received + answered, kept: 0 },
	],
])('a dispute that is %s costs its fees, and no others', async (_case, reason, steps, { fee, kept }) => {
	const before = { balance: await balance(), sums: (await readFigures(world, always)).sums }
	const sale = await sell(world)
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`, { reason })
	await compareTwice(world)
	const { data } = await stripe.disputes.list({ payment_intent: sale.paymentIntentId })
	for (const { path, ...fields } of steps) {
		await atTheProvider(world, `disputes/${data[0]?.id}/${path}`, fields)
		await compareTwice(world)
	}
	const isOpen = steps.at(-1) === answer
	const added = (await balance()) - before.balance
	expect(added).toBe(kept - cardFee - fee)
	const movements = await readMovementsOf(world.database, sale.purchaseId)
	const fees = movements.reduce((sum, { fee_pence }) => sum + (fee_pence ?? Number.NaN), 0)
	expect(fees).toBe(cardFee + fee)
	const gross = movements.reduce((sum, { gross_pence }) => sum + gross_pence, 0)
	// While the bank holds the money, the books still count the sale.
	const held = isOpen ? price : 0
	expect(gross - fees).toBe(added + held)
	expect(await auditSums(world)).toEqual([])
	const { sums } = await readFigures(world, always)
	expect(sums.fee_pence - before.sums.fee_pence).toBe(fees)
	expect(sums.net_pence - before.sums.net_pence).toBe(added + held)
})

test('the export adds up to the same fees as the figures', async () => {
	const { sums } = await readFigures(world, always)
	const lines = exportMovements(world, always)
	const file = (await Array.fromAsync(lines)).join('').trim()
	const rows = file.split('\r\n').map((line) => line.split(','))
	const sumOf = (name: string) => {
		const column = rows[0]?.indexOf(name) ?? -1
		return rows.slice(1).reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
	}
	expect(sumOf('fee')).toBe(sums.fee_pence)
	expect(sumOf('net_of_vat') - sumOf('fee')).toBe(sums.net_pence)
})
