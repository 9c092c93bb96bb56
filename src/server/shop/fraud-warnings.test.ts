import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { findTroubles } from '#server/operations/alerts/find-troubles.ts'
import { sql } from '#server/platform/db/sql.ts'
import { applyStoredEvent } from '#server/shop/apply-event.ts'
import { costsInWords, findFraudWarnings } from '#server/shop/fraud-warnings.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'
import { actAdmin, cardsAbout, createShopAndOwner } from '#test/admin-api.ts'
import { atTheProvider, type Sale, sell, tamper } from '#test/money-ledger.ts'
import type { FraudWarning } from './dispute.ts'

const log = pino({ enabled: false })
const { world, owner } = await createShopAndOwner()
afterAll(async () => await world.close())

const cardsOf = async ({ purchaseId }: Sale) => await cardsAbout(world, owner, { kind: 'fraud', purchaseId })

/** Warns of the payment at the provider, and compares the shop's records with the provider's. */
async function warned(sale: Sale, type = 'made_with_stolen_card'): Promise<void> {
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/fraud-warning`, { type })
	await compare()
}

async function compare(): Promise<void> {
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
}

let events = 0
/** Delivers an event about a warning, which was sent some seconds after the others. */
async function deliver(
	{ paymentIntentId }: Pick<Sale, 'paymentIntentId'>,
	actionable: boolean,
	after: number,
) {
	events += 1
	const id = `evt_fraud_${events}`
	const created = 1_795_000_000 + after
	const object = {
		id: `issfr_${paymentIntentId}`,
		object: 'radar.early_fraud_warning',
		payment_intent: paymentIntentId,
		actionable,
		charge: 'ch_1',
		created: Math.floor(world.clock.now().getTime() / 1000),
		fraud_type: 'misc',
	}
	await tamper(
		world,
		'insert into shop.payment_events (id, type, payload, received_at) values ($1, $2, $3, now())',
		[
			...[id, 'radar.early_fraud_warning.updated'],
			JSON.stringify({ id, type: 'radar.early_fraud_warning.updated', created, data: { object } }),
		],
	)
	await world.database.asServer((tx) => applyStoredEvent(tx, id, world.shop))
}

describe('a warning of fraud', () => {
	test('is listed with what a refund and a dispute cost, and one of six refunds at the same moment is made', async () => {
		const sale = await sell(world)
		await warned(sale)
		const [card] = await cardsOf(sale)
		expect(card).toMatchObject({
			fraud: 'the card had been stolen',
			left_pence: 1499,
			costs: [
				'A refund now costs you £15.41: £14.99 goes back, and Stripe keeps its fee of £0.42 for the payment.',
				'A lost dispute costs you £35.41: Stripe charges £20.00 for a dispute, even for one that you win.',
			],
		})
		const input = { purchase: sale.purchaseId, reason: 'a stolen card' }
		const act = async (body: object) => await actAdmin(world, 'refund', body, { bearer: owner.accessToken })
		const { plan } = (await act({ ...input, preview: true })).body
		const answers = await Promise.all(Array.from({ length: 6 }, () => act({ ...input, plan })))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		expect((await world.payments.getPayment(sale.paymentIntentId))?.refunds).toHaveLength(1)
		expect(await cardsOf(sale)).toEqual([])
	})

	test('is no longer listed once the payment is disputed, even by an inquiry', async () => {
		const sale = await sell(world)
		await warned(sale)
		expect(await cardsOf(sale)).toHaveLength(1)
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`, { reason: 'inquiry' })
		await compare()
		expect(await cardsOf(sale)).toEqual([])
	})

	test('counts what is left after a refund of a part', async () => {
		const sale = await sell(world)
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/refund`, { amount: '500' })
		await warned(sale, 'made_with_lost_card')
		expect(await cardsOf(sale)).toMatchObject([{ fraud: 'the card had been lost', left_pence: 999 }])
	})

	test('is listed once for a payment that the bank warns of twice', async () => {
		const sale = await sell(world)
		await warned(sale, 'misc')
		world.clock.advance(60)
		await warned(sale, 'made_with_counterfeit_card')
		expect(await cardsOf(sale)).toHaveLength(1)
	})

	test('ends with the newest report, in whichever order the reports arrive', async () => {
		const sale = await sell(world)
		await deliver(sale, true, 10)
		expect(await cardsOf(sale)).toHaveLength(1)
		await deliver(sale, false, 20)
		await deliver(sale, true, 15)
		expect(await cardsOf(sale)).toEqual([])
		// A refund that failed makes it actionable again.
		await deliver(sale, true, 30)
		expect(await cardsOf(sale)).toHaveLength(1)
		await deliver(sale, false, 30)
		await deliver(sale, true, 30)
		expect(await cardsOf(sale)).toEqual([])
	})

	test('about a payment that has not been stored yet waits for it', async () => {
		await deliver({ paymentIntentId: 'pi_not_ours' }, true, 10)
		const [event] = await world.database.query(
			sql`select from shop.payment_events where waits_for_payment = 'pi_not_ours' and processed_at is null`,
		)
		expect(event).toBeDefined()
	})

	test('is emailed once', async () => {
		const sale = await sell(world)
		await warned(sale)
		const { database, readings, systemOptions } = world
		const now = world.clock.now()
		const find = async () =>
			(await findTroubles({ database, readings, config: systemOptions.config, now })).find(
				({ kind }) => kind === 'fraud',
			)
		const trouble = await find()
		expect(trouble).toMatchObject({ meaning: expect.stringContaining('£20.00') })
		expect(trouble?.cases.every(({ repeats }) => !repeats)).toBe(true)
		await tamper(world, 'update shop.fraud_warnings set is_actionable = false')
		expect(await find()).toBeUndefined()
	})
})

test('warnings about payments that are not ours are not stored', async () => {
	const warning: FraudWarning = {
		id: 'issfr_other',
		paymentIntentId: 'pi_other',
		warnedAt: new Date(),
		isActionable: true,
		fraudType: 'misc',
	}
	const payments = {
		listFraudWarnings: async function* () {
			yield { at: new Date(), warning }
		},
	}
	await findFraudWarnings({ database: world.database, payments, log }, new Date(0))
	const rows = await world.database.query(sql`select from shop.fraud_warnings where id = 'issfr_other'`)
	expect(rows).toEqual([])
})

test('a key that may not list events keeps nothing else from being compared', async () => {
	const payments = {
		// biome-ignore lint/correctness/useYield: it only refuses.
		listFraudWarnings: async function* () {
			throw new ProviderFailure({ definite: true, cause: new Error('more_permissions_required') })
		},
	}
	const find = findFraudWarnings({ database: world.database, payments, log }, new Date(0))
	await expect(find).resolves.toBeUndefined()
})

test('while the fee of a payment is not known, the costs say so', () => {
	expect(costsInWords({ left_pence: 1499, fee_pence: null })).toEqual([
		'A refund now costs you £14.99, and Stripe keeps its fee for the payment.',
		'A lost dispute costs you £34.99 and that fee: Stripe charges £20.00 for a dispute, even for one that you win.',
	])
})
