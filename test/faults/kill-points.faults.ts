import { expect, test } from 'vitest'
import type { FaultPointName } from '#server/shop/fault-point.ts'
import { cv } from '#test/checkout.ts'
import { shopForFile } from './fault-shop.ts'
import { inDatabase } from './in-database.ts'
import { isFull } from './run-options.ts'
import { type Shopper, tell } from './shopper.ts'

const shop = shopForFile()

interface KillPoint {
	point: FaultPointName
	name: string
	/** Whether the case is also part of the short run in `npm test`. */
	isShort?: boolean
	/** Prepares the purchase before the server may be killed. */
	prepare?(buyer: Shopper): Promise<string>
	/** Makes the server reach the point. */
	reachPoint(buyer: Shopper, prepared: string): Promise<unknown>
	/** The final statuses of the purchases. */
	ends: readonly string[]
}

async function mustOpen(buyer: Shopper): Promise<string> {
	const checkoutSessionId = await buyer.open(cv)
	if (checkoutSessionId === undefined) throw new Error('no checkout was opened')
	return checkoutSessionId
}

const openOnly = { reachPoint: (buyer: Shopper) => buyer.open(cv), ends: ['completed'] }
const buying = {
	prepare: mustOpen,
	reachPoint: (buyer: Shopper, checkoutSessionId: string) => buyer.pay(checkoutSessionId),
	ends: ['completed'],
}
const refunding = {
	prepare: async (buyer: Shopper) => {
		const checkoutSessionId = await mustOpen(buyer)
		await buyer.pay(checkoutSessionId)
		await expect.poll(() => buyer.returnTo(checkoutSessionId)).toBe('completed')
		// The events of the payment reach the same point, so they are delivered first.
		await shop().expectAgreement()
		return checkoutSessionId
	},
	reachPoint: (_: Shopper, checkoutSessionId: string) =>
		tell(shop().process, `/stripe/checkout-sessions/${checkoutSessionId}/refund`, {}),
	ends: ['refunded'],
}

/** Pays in one tab while no events are delivered, then again in a second tab. */
async function payTwice(buyer: Shopper): Promise<string> {
	const first = await mustOpen(buyer)
	await shop().switches({ events: { paused: true } })
	await buyer.pay(first)
	await inDatabase(
		shop().process.dataDir,
		`update shop.checkouts set expires_at = now() + interval '1 minute' where session_id = '${first}'`,
	)
	const second = await mustOpen(buyer)
	expect(second).not.toBe(first)
	await buyer.pay(second)
	return second
}

const killPoints: KillPoint[] = [
	{ point: 'create-payment/before-row', name: 'before the pending row is inserted', ...openOnly },
	{
		point: 'create-payment/after-row',
		name: 'after the row is inserted, before the provider is called',
		...openOnly,
	},
	{
		point: 'create-payment/checkout-session-opened',
		name: 'after the provider created the Checkout Session, before it is stored',
		isShort: true,
		...openOnly,
	},
	{
		point: 'create-payment/checkout-session-stored',
		name: 'after the Checkout Session is stored, before the answer',
		...openOnly,
	},
	{ point: 'webhook/verified', name: 'after the signature check', ...buying },
	{
		point: 'webhook/event-inserted',
		name: 'after the event is written, before commit',
		isShort: true,
		...buying,
	},
	{ point: 'webhook/event-stored', name: 'after commit, before the 200', isShort: true, ...buying },
	{ point: 'fulfil/moved', name: 'after a purchase moved to completed, before commit', ...buying },
	{
		point: 'mail/accepted',
		name: 'after the mail server accepted the receipt, before the job is done',
		isShort: true,
		...buying,
	},
	{
		point: 'event/moved',
		name: 'after a refund moved the purchase, before commit',
		isShort: true,
		...refunding,
	},
	{
		point: 'event/applied',
		name: 'after a refund was committed, before the queue records the job',
		...refunding,
	},
	{
		point: 'confirm-payment/fulfilled',
		name: 'the point after the success page has fulfilled the purchase, before the answer',
		prepare: async (buyer) => {
			const checkoutSessionId = await mustOpen(buyer)
			await shop().switches({ events: { paused: true } })
			await buyer.pay(checkoutSessionId)
			return checkoutSessionId
		},
		reachPoint: (buyer, checkoutSessionId) => buyer.returnTo(checkoutSessionId),
		ends: ['completed'],
	},
	{
		point: 'refund/given',
		name: 'after a second payment was refunded, before the refund is recorded',
		prepare: payTwice,
		reachPoint: () => shop().switches({ events: { paused: false } }),
		ends: ['completed', 'duplicate'],
	},
]

test.for(killPoints.filter(({ isShort }) => isFull || isShort))(
	'killed at $name, the shop loses nothing and gives nothing away',
	async ({ point, prepare, reachPoint, ends }) => {
		const { process: server, dieAt, switches, expectAgreement } = shop()
		const buyer = await shop().shopper()
		const prepared = (await prepare?.(buyer)) ?? ''
		dieAt(point)
		const reached = reachPoint(buyer, prepared)
		await server.gone()
		await reached
		await shop().restart()
		await switches({ events: { paused: false } })
		// The user presses the button again, and pays if a checkout opens.
		if (ends.length === 1 && ends[0] === 'completed') {
			const checkoutSessionId = await buyer.open(cv)
			if (checkoutSessionId !== undefined) expect(await buyer.pay(checkoutSessionId)).toBe(true)
		}
		await expectAgreement()
		expect(await statesOf(buyer)).toEqual(ends)
		expect(await shop().checkoutSessionsOf(buyer)).toHaveLength(ends.length)
	},
)

async function statesOf({ userId }: Shopper): Promise<unknown[]> {
	const rows = await inDatabase(
		shop().process.dataDir,
		`select status from public.purchases where user_id = '${userId}' order by status`,
	)
	return rows.map(({ status }) => status)
}
