import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { setSwitches } from '#test/checkout.ts'
import { compareTwice, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })
await setSwitches(world, { payoutStepSeconds: 30 * 24 * 3600 })

const payoutSchema = z.object({ id: z.string(), status: z.string(), reconciliation_status: z.string() })
type Step = 'advance' | 'fail' | 'cancel'

async function post(path: string) {
	const answer = await fetch(`${world.sandboxUrl}/stripe/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: '{}',
	})
	expect(answer.status, path).toBe(200)
	return payoutSchema.parse(await answer.json())
}

/** Pays out the balance, and takes these steps of the payout. */
async function payOut(...steps: Step[]): Promise<string> {
	const { id } = await post('payouts')
	for (const step of steps) await post(`payouts/${id}/${step}`)
	return id
}

const rowSchema = z.object({ payout_id: z.string().nullable() })

/** Compares with Stripe twice, and returns the payout of each sale, the first sale first. */
async function payouts(): Promise<(string | null)[]> {
	await compareTwice(world)
	const rows = await world.database.query(
		// Stripe's times are whole seconds, so the purchases say which sale was first.
		sql`
		select m.payout_id from shop.balance_movements m
		join shop.checkouts c on c.payment_intent_id = m.payment_intent_id
		join public.purchases p on p.id = c.purchase_id
		where m.kind = 'charge' order by p.created_at`,
		rowSchema,
	)
	return rows.map(({ payout_id }) => payout_id)
}

// What an earlier test has left in the balance belongs to another payout.
beforeEach(async () => {
	await sell(world)
	await payOut('advance', 'advance', 'advance')
})

test('a sale gets its payout once the payout is reconciled, however often it is read before', async () => {
	await sell(world)
	const id = await payOut()
	for (const step of ['advance', 'advance', 'advance'] as const) {
		expect((await payouts()).at(-1)).toBeNull()
		await post(`payouts/${id}/${step}`)
	}
	expect((await payouts()).at(-1)).toBe(id)
})

test.each<[string, Step[]]>([
	['is cancelled before it leaves', ['cancel']],
	['fails at once', ['fail']],
	['fails on its way', ['advance', 'fail']],
	['fails after it seemed to have arrived', ['advance', 'advance', 'fail']],
	['fails after it was reconciled', ['advance', 'advance', 'advance', 'fail']],
])('the sales of a payout that %s get the payout that really paid them', async (_how, steps) => {
	await sell(world)
	const first = await payOut()
	for (const step of steps) {
		await payouts()
		await post(`payouts/${first}/${step}`)
	}
	expect((await payouts()).at(-1)).toBeNull()
	await sell(world)
	const second = await payOut('advance', 'advance')
	expect((await payouts()).slice(-2)).toEqual([null, null])
	await post(`payouts/${second}/advance`)
	expect((await payouts()).slice(-2)).toEqual([second, second])
})

test('money that returns twice is found in the third payout', async () => {
	await sell(world)
	await payOut('advance', 'fail')
	await sell(world)
	const second = await payOut('advance', 'advance', 'advance')
	expect((await payouts()).slice(-2)).toEqual([second, second])
	await post(`payouts/${second}/fail`)
	expect((await payouts()).slice(-2)).toEqual([null, null])
	const third = await payOut('advance', 'advance', 'advance')
	expect((await payouts()).slice(-2)).toEqual([third, third])
	expect((await payouts()).slice(-2)).toEqual([third, third])
})
