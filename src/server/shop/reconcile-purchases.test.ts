import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { type CheckoutSession, ProviderFailure } from '#server/shop/payment-provider.ts'
import { reconcilePurchases } from '#server/shop/reconcile-purchases.ts'
import { paidCheckout } from '#test/checkout.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

afterEach(async () => {
	await world.database.query(
		sql`update public.purchases set status = 'expired' where status in ('pending', 'held')`,
	)
})

/** Runs one round, ten minutes from now, with `answer` in place of the provider. Returns the log. */
async function reconcile(
	answer: (checkoutSessionId: string) => CheckoutSession | undefined,
): Promise<string> {
	const lines: string[] = []
	const log = pino({}, { write: (line: string) => void lines.push(line) })
	await reconcilePurchases({
		database: world.database,
		payments: {
			getCheckout: async (checkoutSessionId) => answer(checkoutSessionId),
			hasFailed: async () => false,
			getCardCountry: async () => null,
		},
		shop: { ...world.shop, clock: { now: () => new Date(Date.now() + 600_000) } },
		log,
	})
	return lines.join('')
}

const unpaid = (checkoutSession: CheckoutSession): CheckoutSession => ({
	...checkoutSession,
	status: 'open',
	paymentStatus: 'unpaid',
	paymentIntentId: null,
})

test('every pending purchase is checked eventually, even if there are too many for one round', async () => {
	const waiting = await Promise.all(Array.from({ length: 60 }, () => paidCheckout(world)))
	const asked: string[] = []
	const answer = (checkoutSessionId: string) => {
		asked.push(checkoutSessionId)
		const checkoutSession = waiting.find(
			(each) => each.checkoutSession.id === checkoutSessionId,
		)?.checkoutSession
		return checkoutSession && unpaid(checkoutSession)
	}
	await reconcile(answer)
	await reconcile(answer)
	expect(new Set(asked)).toEqual(new Set(waiting.map(({ checkoutSession }) => checkoutSession.id)))
})

test('a Checkout Session that cannot be settled does not hold up the others', async () => {
	const [broken, paid] = [await paidCheckout(world), await paidCheckout(world)]
	const logged = await reconcile((checkoutSessionId) => {
		if (checkoutSessionId === broken.checkoutSession.id) throw new TypeError('an unknown shape')
		return paid.checkoutSession
	})
	expect(logged).toContain('an unknown shape')
	const [row] = await world.database.query(
		sql`select status from public.purchases where id = ${paid.purchaseId}`,
	)
	expect(row).toEqual({ status: 'completed' })
})

test('an unreachable provider ends the round, and the queue retries it', async () => {
	await paidCheckout(world)
	await paidCheckout(world)
	let calls = 0
	await expect(
		reconcile(() => {
			calls += 1
			throw new ProviderFailure({ definite: false, cause: 'away' })
		}),
	).rejects.toThrow(ProviderFailure)
	expect(calls).toBe(1)
})

test('the owner is reminded of a purchase on hold and of the reason', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	expect(await reconcile(() => ({ ...checkoutSession, subtotalPence: 1 }))).toMatch(
		new RegExp(`${purchaseId}.*paid 1 pence.*the owner must decide`),
	)
})

test.each([
	[29, 'asked about: a bank debit may take weeks', true],
	[31, 'no longer asked about', false],
])('a purchase pending for %i days is %s', async (days, _words, isAsked) => {
	const { checkoutSession } = await paidCheckout(world)
	await world.database.query(sql`
		update public.purchases set created_at = now() - make_interval(days => ${days})
		where stripe_session_id = ${checkoutSession.id}`)
	const asked: string[] = []
	await reconcile((checkoutSessionId) => {
		asked.push(checkoutSessionId)
		return unpaid(checkoutSession)
	})
	expect(asked).toEqual(isAsked ? [checkoutSession.id] : [])
})

test('a purchase younger than two minutes is left alone', async () => {
	const { checkoutSession } = await paidCheckout(world)
	await world.database.query(
		sql`update public.purchases set created_at = now() + interval '9 minutes' where stripe_session_id = ${checkoutSession.id}`,
	)
	const asked: string[] = []
	await reconcile((checkoutSessionId) => {
		asked.push(checkoutSessionId)
		return undefined
	})
	expect(asked).toEqual([])
})
