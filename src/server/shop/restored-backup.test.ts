import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { adminContextOf, runAdmin, runForJson } from '#test/admin-cli.ts'
import { callAuth } from '#test/auth.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { audit, forget, pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'

// The provider's events are paused here, so only the comparison with the provider can find what the records have lost.
let world: World
const log: string[] = []
beforeAll(async () => {
	const write = (line: string) => void log.push(line)
	world = await createWorld({ sandbox: true, goods: true, log: pino({ level: 'debug' }, { write }) })
	await pauseEvents(world)
})
afterAll(async () => await world.close())
afterEach(async () => {
	// Ignores the purchases that wait for the owner's decision.
	expect((await audit(world)).filter((line) => !/is on hold: paid by an account/.test(line))).toEqual([])
})

const compare = async () => {
	await world.runJob('compare-with-provider', {})
	await world.runJobs()
}
const heldSchema = z.object({ rows: z.array(z.looseObject({ purchase: z.uuid() })) })
const run = (...argv: string[]) => runAdmin(adminContextOf(world), ...argv)

async function emailOf({ client }: Pick<Sale, 'client'>): Promise<string> {
	const { data } = await client.auth.getUser()
	return data.user?.email ?? ''
}

/**
 * Makes a sale whose buyer is missing from the database. This happens if the restored backup was made before the buyer signed up.
 */
async function unknownSale(): Promise<Sale & { email: string }> {
	const sale = await sell(world)
	const email = await emailOf(sale)
	await forget(world, sale.purchaseId)
	await world.database.query(sql`delete from auth.users where id = ${sale.userId}`)
	await tamper(world, 'delete from auth.deleted_accounts where user_id = $1', [sale.userId])
	return { ...sale, email }
}

async function stateOf({ purchaseId }: Pick<Sale, 'purchaseId'>) {
	const [row] = await world.database.query(sql`
		select p.status, p.user_id, c.held_reason from public.purchases p join shop.checkouts c on c.purchase_id = p.id
		where p.id = ${purchaseId}`)
	return row
}

const refundedPence = async ({ paymentIntentId }: Sale) =>
	(await world.payments.getPayment(paymentIntentId))?.refundedPence

describe('a payment by a user who is not in this database', () => {
	test('goes on hold and is not refunded, even if the records are compared repeatedly', async () => {
		const sale = await unknownSale()
		await compare()
		await compare()
		expect(await stateOf(sale)).toEqual({
			status: 'held',
			user_id: null,
			held_reason: 'paid by an account this shop does not know: attach it to an account, or refund it',
		})
		expect(await refundedPence(sale)).toBe(0)
	})

	test('is listed with the buyer’s address, which the shop neither stores nor logs', async () => {
		const sale = await unknownSale()
		log.length = 0
		await compare()
		await world.runJob('reconcile-purchases', {})
		const { rows } = heldSchema.parse(await runForJson(adminContextOf(world), 'held-purchases'))
		expect(rows.find(({ purchase }) => purchase === sale.purchaseId)).toMatchObject({
			paid_pence: 1499,
			product: 'CV Secrets No One Tells You',
			buyer: `paid by ${sale.email}`,
			reason: expect.stringMatching(/^paid by an account/),
		})
		expect((await run('held-purchases')).join('\n')).toMatch(
			new RegExp(
				`Purchase: ${sale.purchaseId}\nPaid: £14.99\n.*\n.*\nBuyer: paid by ${sale.email}\nReason: paid by an`,
			),
		)
		expect(log.join('')).toContain(sale.purchaseId)
		expect(log.join('')).not.toContain(sale.email)
		const kept = await world.database.query(
			sql`select from shop.checkouts c where position(${sale.email} in c::text) > 0`,
		)
		expect(kept).toEqual([])
	})

	test('is delivered to the account the owner attaches it to, with a receipt and a history entry', async () => {
		const sale = await unknownSale()
		await compare()
		const client = await signedInClient(world)
		const email = await emailOf({ client })
		expect(await run('attach-purchase', sale.purchaseId, email.toUpperCase())).toEqual(['Status: completed'])
		await world.runJobs()
		expect((await client.from('purchases').select('id, status')).data).toEqual([
			{ id: sale.purchaseId, status: 'completed' },
		])
		expect((await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)).error).toBeNull()
		expect(world.mails.filter(({ to, subject }) => to === email && /receipt/i.test(subject))).toHaveLength(1)
		const [line] = await world.database.query(sql`
			select cause, decided_by, reason from shop.purchase_history
			where purchase_id = ${sale.purchaseId} and to_status = 'completed'`)
		expect(line).toEqual({
			cause: 'attached by hand',
			decided_by: 'Ada',
			reason: 'a test',
		})
		expect(await run('attach-purchase', sale.purchaseId, email)).toHaveLength(1)
		await world.runJobs()
		expect(world.mails.filter(({ to, subject }) => to === email && /receipt/i.test(subject))).toHaveLength(1)
	})

	test('stays on hold if the owner attaches it to an account that already owns the guide', async () => {
		const sale = await unknownSale()
		await compare()
		const other = await sell(world)
		await expect(run('attach-purchase', sale.purchaseId, await emailOf(other))).rejects.toThrow(
			'has this guide through another purchase, so this one stays on hold',
		)
		expect(await stateOf(sale)).toMatchObject({ status: 'held', user_id: null })
		await run('refund', sale.purchaseId)
		await world.runJobs()
		expect(await refundedPence(sale)).toBe(1499)
	})

	test('cannot be attached to an unknown or unconfirmed account, or without naming the operator', async () => {
		const sale = await unknownSale()
		await compare()
		const client = await signedInClient(world)
		const email = await emailOf({ client })
		await world.database.query(sql`insert into auth.users (email) values ('squatter@student.test')`)
		await expect(run('attach-purchase', sale.purchaseId, 'nobody@student.test')).rejects.toThrow(
			'No account here',
		)
		await expect(run('attach-purchase', sale.purchaseId, 'squatter@student.test')).rejects.toThrow(
			'has not been confirmed',
		)
		await expect(run('attach-purchase', sale.purchaseId, email, '--by', ' ')).rejects.toThrow('Say who')
		await expect(run('release-purchase', sale.purchaseId)).rejects.toThrow('Attach it to one')
		expect(await stateOf(sale)).toMatchObject({ status: 'held', user_id: null })
	})

	test('goes on hold with both reasons if the currency is wrong too', async () => {
		const sale = await unknownSale()
		const checkoutSession = await world.payments.getCheckout(sale.checkoutSessionId)
		if (checkoutSession === undefined) throw new Error('no Checkout Session')
		const { listCheckouts, ...rest } = world.payments
		const payments = {
			...rest,
			listCheckouts: async function* (since: Date) {
				for await (const one of listCheckouts(since))
					yield one.id === sale.checkoutSessionId ? { ...one, currency: 'USD' } : one
			},
		}
		await runAdmin({ ...adminContextOf(world), payments }, 'rebuild-records', '--days', '1')
		expect((await stateOf(sale))?.held_reason).toMatch(
			/^paid by an account this shop does not know.*; paid in USD$/,
		)
	})
})

describe('a payment by a deleted account', () => {
	const deleteAccount = async ({ client }: Pick<Sale, 'client'>) => {
		const { data } = await client.auth.getSession()
		const bearer = data.session?.access_token ?? ''
		expect((await callAuth(world, '/account/delete', { bearer, body: {} })).status).toBe(200)
	}

	test('is refunded, even if the purchase is missing from the records', async () => {
		const sale = await sell(world)
		await deleteAccount(sale)
		await forget(world, sale.purchaseId)
		await compare()
		await compare()
		expect(await stateOf(sale)).toMatchObject({
			status: 'refunded',
			held_reason: 'paid after the account was deleted: it is given back',
		})
		expect(await refundedPence(sale)).toBe(1499)
		expect((await run('held-purchases')).join()).not.toContain(sale.purchaseId)
	})

	test('cannot be attached to any account', async () => {
		const sale = await sell(world)
		await deleteAccount(sale)
		await forget(world, sale.purchaseId)
		const email = await emailOf({ client: await signedInClient(world) })
		await world.runJob('compare-with-provider', {})
		await expect(run('attach-purchase', sale.purchaseId, email)).rejects.toThrow('deleted here')
		await expect(run('release-purchase', sale.purchaseId)).rejects.toThrow('Its account has been deleted')
		await compare()
	})

	test('is refunded even if the deletion was not recorded, as long as the purchase exists', async () => {
		const client = await signedInClient(world)
		const checkoutSessionId = await openCheckout(client, cv)
		const { data } = await client.from('purchases').select('id, user_id').single()
		await pay(world, checkoutSessionId)
		await tamper(world, 'delete from auth.users where id = $1', [data?.user_id])
		await tamper(world, 'delete from auth.deleted_accounts where user_id = $1', [data?.user_id])
		world.clock.advance(600)
		await world.runJob('reconcile-purchases', {})
		world.clock.advance(-600)
		await world.runJobs()
		await compare()
		expect(await stateOf({ purchaseId: String(data?.id) })).toMatchObject({ status: 'refunded' })
	})
})

test('if a restored backup lacks two payments for one guide, the refunded one becomes the duplicate again', async () => {
	const client = await signedInClient(world)
	const first = await openCheckout(client, cv)
	await world.database.query(
		sql`update public.purchases set status = 'expired' where stripe_session_id = ${first}`,
	)
	const second = await openCheckout(client, cv)
	for (const checkoutSessionId of [first, second]) {
		await pay(world, checkoutSessionId)
		await client.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } })
		await world.runJobs()
	}
	const { data } = await client.from('purchases').select('id, status, stripe_session_id')
	const before = new Map(data?.map(({ stripe_session_id, status }) => [stripe_session_id, status]))
	expect([before.get(first), before.get(second)]).toEqual(['completed', 'duplicate'])
	for (const { id } of data ?? []) await forget(world, String(id))
	await compare()
	await compare()
	const after = await client.from('purchases').select('status, stripe_session_id')
	expect(new Map(after.data?.map(({ stripe_session_id, status }) => [stripe_session_id, status]))).toEqual(
		before,
	)
	const { paymentIntentId } = (await world.payments.getCheckout(first)) ?? {}
	expect(await world.payments.getPayment(paymentIntentId ?? '')).toMatchObject({ refundedPence: 0 })
})
