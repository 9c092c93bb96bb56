import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { planRefund, planReturned, refundActs } from '#server/features/sales/plan-refund.ts'
import { sql } from '#server/platform/db/sql.ts'
import { carryOut } from '#server/shop/owner-acts.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import type { PlannedAct } from '#server/shop/plan.ts'
import type { ActName } from '#shared/admin/api.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { audit, pauseEvents, type Sale, sell } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const by = 'Ada Lovelace'
const actor = {
	by,
	reason: 'bank transfer of 3 May',
	member: { id: null, name: by, role: 'owner', secondStepAt: null },
} as const
const underWay = 'The shop is refunding it through Stripe at the moment'

const world = await useWorld({ sandbox: true, goods: true })
beforeAll(async () => {
	await pauseEvents(world)
})

interface Way {
	name: string
	/** How much is refunded, in pence; undefined for all of it. */
	asked: number | undefined
}
const ways: Way[] = [
	{ name: 'the whole of it', asked: undefined },
	{ name: 'a part of it', asked: 500 },
]

/** The admin with some functions of the provider replaced. */
function adminWith(payments: Partial<PaymentProvider> = {}) {
	const admin = adminContextOf(world)
	return { ...admin, payments: { ...admin.payments, ...payments } }
}

/** Returns an act that is planned now and carried out later. */
const planned = (command: ActName, plan: PlannedAct<unknown>) => ({
	act: async () => await carryOut(world.database, plan, { command, ...actor }),
})

async function planReturn(sale: Sale, admin = adminWith()) {
	return planned('record-refund', await planReturned(admin, { purchase: sale.purchaseId }, actor))
}

async function planStripe(sale: Sale, asked: number | undefined, admin = adminWith()) {
	const input = { purchase: sale.purchaseId, ...(asked === undefined ? {} : { amount_pence: asked }) }
	return planned('refund', await planRefund(admin, input, actor))
}

const lost = async () => {
	throw new ProviderFailure({ definite: false, cause: new Error('away') })
}

/** Asks for a refund whose answer is lost, so that a job asks again. */
async function loseAnswer(sale: Sale, asked: number | undefined): Promise<void> {
	const plan = await planStripe(sale, asked, adminWith({ refund: lost, refundPart: lost }))
	await expect(plan.act()).rejects.toThrow('It is not known yet')
}

/** Uses up the attempts of the job that refunds a purchase. */
async function failForGood({ purchaseId }: Sale): Promise<void> {
	await world.database.query(sql`
		update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'purchaseId' = ${purchaseId}`)
}

/** Returns how much Stripe has refunded of a sale, and how much was recorded as returned by hand. */
async function moneyBack({ paymentIntentId, purchaseId }: Sale) {
	const payment = await world.payments.getPayment(paymentIntentId)
	const [row] = await world.database.query(
		sql`
		select coalesce(sum(amount_pence), 0)::integer as pence from public.refunds
		where purchase_id = ${purchaseId} and kind = 'by hand'`,
		z.object({ pence: z.number() }),
	)
	return { stripe: payment?.refundedPence, byHand: row?.pence }
}

/** Stops somebody on their way until they may go on. */
function makeGate() {
	const reached = Promise.withResolvers<void>()
	const opened = Promise.withResolvers<void>()
	return {
		pass: async () => {
			reached.resolve()
			await opened.promise
		},
		reached: reached.promise,
		open: opened.resolve,
	}
}

describe.each(ways)('while a job refunds $name', ({ asked }) => {
	test('a purchase cannot be recorded as returned by hand, whether the job waits or runs', async () => {
		const sale = await sell(world)
		const returning = await planReturn(sale)
		await loseAnswer(sale, asked)
		await expect(returning.act()).rejects.toThrow(underWay)
		await expect(planReturn(sale)).rejects.toThrow(underWay)
		await world.database.query(sql`
			update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'a server'
			where payload ->> 'purchaseId' = ${sale.purchaseId}`)
		await expect(returning.act()).rejects.toThrow(underWay)
		await expect(planReturn(sale)).rejects.toThrow(underWay)
		expect(await moneyBack(sale)).toEqual({ stripe: 0, byHand: 0 })
		await world.database.query(sql`
			update graphile_worker._private_jobs set attempts = 0, locked_at = null, locked_by = null
			where payload ->> 'purchaseId' = ${sale.purchaseId}`)
		await world.runJobs()
		expect(await moneyBack(sale)).toEqual({ stripe: asked ?? 1499, byHand: 0 })
	})
})

describe.each(ways)('a refund of $name', ({ asked }) => {
	test('whose job failed is not made once all has been returned by hand', async () => {
		const sale = await sell(world)
		await loseAnswer(sale, asked)
		await failForGood(sale)
		await (await planReturn(sale)).act()
		await runAdmin(adminContextOf(world), 'retry-jobs')
		await world.runJobs()
		expect(await moneyBack(sale)).toEqual({ stripe: 0, byHand: 1499 })
		expect(await audit(world)).toEqual([])
	})

	test('keeps the purchase from being recorded as returned by hand while Stripe is being asked', async () => {
		const sale = await sell(world)
		const gate = makeGate()
		const slow = adminWith({
			refund: async (...args) => {
				await gate.pass()
				return await world.payments.refund(...args)
			},
			refundPart: async (...args) => {
				await gate.pass()
				return await world.payments.refundPart(...args)
			},
		})
		const returning = await planReturn(sale)
		const refunding = (await planStripe(sale, asked, slow)).act()
		await gate.reached
		await expect(returning.act()).rejects.toThrow(underWay)
		await expect(planReturn(sale)).rejects.toThrow(underWay)
		gate.open()
		await refunding
		expect(await moneyBack(sale)).toEqual({ stripe: asked ?? 1499, byHand: 0 })
	})

	test('that was made after Stripe was asked what is left is noticed before the rest is recorded as returned', async () => {
		const sale = await sell(world)
		const gate = makeGate()
		let isPlanned = false
		const slow = adminWith({
			getPayment: async (id) => {
				const answer = await world.payments.getPayment(id)
				if (isPlanned) await gate.pass()
				return answer
			},
		})
		const plan = await planReturn(sale, slow)
		isPlanned = true
		const returning = plan.act()
		const refused = expect(returning).rejects.toThrow(
			asked === undefined ? 'is refunded' : 'Something has changed since the preview',
		)
		await gate.reached
		await (await planStripe(sale, asked)).act()
		gate.open()
		await refused
		expect(await moneyBack(sale)).toEqual({ stripe: asked ?? 1499, byHand: 0 })
	})

	test('leaves no job behind once Stripe has answered, and is made by its job if the shop stops before it asks', async () => {
		const jobs = (sale: Sale) =>
			world.database.query(sql`
				select from graphile_worker._private_jobs
				where payload ->> 'purchaseId' = ${sale.purchaseId} and payload ->> 'refundId' is null`)
		const refused = await sell(world)
		const definite = async () => {
			throw new ProviderFailure({ definite: true, cause: new Error('no') })
		}
		const refusing = adminWith({ refund: definite, refundPart: definite })
		await expect((await planStripe(refused, asked, refusing)).act()).rejects.toThrow('no')
		const made = await sell(world)
		await world.runJobs()
		await (await planStripe(made, asked)).act()
		expect([...(await jobs(refused)), ...(await jobs(made))]).toEqual([])
		const stopped = await sell(world)
		const stopping = async () => {
			throw new Error('the server was stopped')
		}
		const plan = await planStripe(stopped, asked, adminWith({ refund: stopping, refundPart: stopping }))
		await expect(plan.act()).rejects.toThrow('the server was stopped')
		await world.database.query(sql`
			select from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`)
		await world.runJobs()
		expect(await moneyBack(stopped)).toEqual({ stripe: asked ?? 1499, byHand: 0 })
	})

	test('and a return by hand at the same moment give the money back once, six times', async () => {
		for (let round = 0; round < 6; round++) {
			const sale = await sell(world)
			await loseAnswer(sale, asked)
			await failForGood(sale)
			const plan = await planReturn(sale)
			const [byHand] = await Promise.allSettled([
				plan.act(),
				runAdmin(adminContextOf(world), 'retry-jobs').then(() => world.runJobs()),
			])
			expect(await moneyBack(sale)).toEqual(
				byHand.status === 'fulfilled' ? { stripe: 0, byHand: 1499 } : { stripe: asked ?? 1499, byHand: 0 },
			)
			const other = await sell(world)
			const returning = await planReturn(other)
			const refunding = await planStripe(other, asked)
			const settled = await Promise.allSettled([returning.act(), refunding.act()])
			expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
			expect(await moneyBack(other)).toEqual(
				settled[0].status === 'fulfilled'
					? { stripe: 0, byHand: 1499 }
					: { stripe: asked ?? 1499, byHand: 0 },
			)
		}
		await world.runJobs()
		expect(await audit(world)).toEqual([])
	})
})

test('a refund is not made by a plan from before another was asked for, although as much is left', async () => {
	const sale = await sell(world)
	const refund = async (more: object) =>
		await refundActs.refund.run({
			name: 'refund',
			admin: adminWith(),
			member: actor.member,
			sent: { purchase: sale.purchaseId, amount_pence: 100, reason: 'a test', ...more },
			request: new Request('http://admin.test/'),
		})
	const preview = await refund({ preview: true })
	const { plan } = z.object({ plan: z.string() }).parse(await preview.json())
	await loseAnswer(sale, 500)
	await expect(refund({ plan })).rejects.toMatchObject({ code: 'plan_changed' })
	expect(await moneyBack(sale)).toEqual({ stripe: 0, byHand: 0 })
})
