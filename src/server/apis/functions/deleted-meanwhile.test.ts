import { afterEach, expect, test } from 'vitest'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { storeCheckoutSession } from '#server/shop/begin-checkout.ts'
import type { FaultPointName } from '#server/shop/fault-point.ts'
import { callAuth } from '#test/auth.ts'
import { cv, openCheckout } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { useWorld } from '#test/world.ts'

// A user clicks Buy in one tab and deletes their account in another. Each test deletes the account after a different step of the
// purchase.

const world = await useWorld({ sandbox: true, faultPoint: async (point) => await meanwhile?.(point) })
let meanwhile: ((point: FaultPointName) => Promise<void>) | undefined

afterEach(() => {
	meanwhile = undefined
})

async function checkoutSessionsAtProvider(userId: string): Promise<string[]> {
	const found: string[] = []
	for await (const checkoutSession of world.payments.listCheckouts(new Date(0)))
		if (checkoutSession.userId === userId) found.push(checkoutSession.status)
	return found
}

const moments: [FaultPointName, jobsFirst: boolean, checkoutSessions: string[]][] = [
	['create-payment/before-row', false, []],
	['create-payment/after-row', false, ['expired']],
	['create-payment/after-row', true, ['expired']],
	['create-payment/checkout-session-opened', false, ['expired']],
	['create-payment/checkout-session-opened', true, ['expired']],
]

test.each(moments)(
	'if the account is deleted at %s (jobs run first: %s), the buyer gets an error, and no Checkout Session stays open',
	async (moment, jobsFirst, checkoutSessions) => {
		const client = await signedInClient(world)
		const { data } = await client.auth.getSession()
		meanwhile = async (point) => {
			if (point !== moment) return
			meanwhile = undefined
			const gone = await callAuth(world, '/account/delete', {
				bearer: data.session?.access_token ?? '',
				body: {},
			})
			expect(gone.status).toBe(200)
			if (jobsFirst) await world.runJobs()
		}
		const { error } = await client.functions.invoke('create-payment', { body: cv })
		const answer: Response = error?.context
		expect(answer.status).toBe(401)
		expect(await answer.json()).toMatchObject({
			code: 'session_not_found',
			message: 'This account has been deleted. You have not been charged.',
		})
		await world.runJobs()
		expect(await checkoutSessionsAtProvider(data.session?.user.id ?? '')).toEqual(checkoutSessions)
		expect(
			await world.database.query(
				sql`select from public.purchases where user_id is null and status = 'pending'`,
			),
		).toEqual([])
	},
)

/** Waits, for at most twenty seconds, until a statement is waiting for a lock. */
async function untilOneWaits(): Promise<void> {
	const waiting = () =>
		runAsSuperuser(
			world,
			`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
		)
	for (const end = performance.now() + 20_000; performance.now() < end; ) {
		if ((await waiting()).length > 0) return
		await new Promise((resolve) => setTimeout(resolve, 20))
	}
}

test('deleting an account waits while a Checkout Session is being stored, and then closes it', async () => {
	const client = await signedInClient(world)
	const { data } = await client.auth.getSession()
	const { access_token: bearer = '', user } = data.session ?? {}
	const userId = user?.id ?? ''
	meanwhile = async (point) => {
		if (point === 'create-payment/checkout-session-opened') throw new Error('the server is gone')
	}
	await client.functions.invoke('create-payment', { body: cv })
	meanwhile = undefined
	const checkoutSession = await Array.fromAsync(world.payments.listCheckouts(new Date(0))).then((all) =>
		all.find((candidate) => candidate.userId === userId),
	)
	if (checkoutSession === undefined) throw new Error('no Checkout Session was opened')
	let deletion: Promise<{ status: number }> | undefined
	const stored = await world.database.asServer((tx) => {
		// Deletes the account after the purchase is read and before the Checkout Session is stored in it, unless a lock
		// prevents that.
		const execute: Transaction['execute'] = async (statement) => {
			deletion ??= callAuth(world, '/account/delete', { bearer, body: {} })
			await Promise.race([deletion.then(() => world.runJobs()), untilOneWaits()])
			return await tx.execute(statement)
		}
		return storeCheckoutSession({ ...tx, execute }, checkoutSession.purchaseId ?? '', checkoutSession)
	})
	expect(stored).toBe('stored')
	expect(await deletion).toMatchObject({ status: 200 })
	await world.runJobs()
	expect(await checkoutSessionsAtProvider(userId)).toEqual(['expired'])
})

test('without a deletion the same purchase opens its Checkout Session', async () => {
	const client = await signedInClient(world)
	const { data } = await client.auth.getUser()
	await openCheckout(client, cv)
	expect(await checkoutSessionsAtProvider(data.user?.id ?? '')).toEqual(['open'])
})

test('a Checkout Session is closed if the purchase expires during the call, and the next click opens another', async () => {
	const client = await signedInClient(world)
	const { data } = await client.auth.getUser()
	const userId = data.user?.id ?? ''
	meanwhile = async (point) => {
		if (point !== 'create-payment/checkout-session-opened') return
		meanwhile = undefined
		await world.database.query(sql`update public.purchases set status = 'expired' where user_id = ${userId}`)
	}
	const { error } = await client.functions.invoke('create-payment', { body: cv })
	expect(error?.context.status).toBe(503)
	expect(await checkoutSessionsAtProvider(userId)).toEqual(['expired'])
	await openCheckout(client, cv)
	expect(await checkoutSessionsAtProvider(userId)).toEqual(['open', 'expired'])
})
