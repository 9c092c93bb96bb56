import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { heldByBank, takenByBank } from '#server/shop/errors.ts'
import { actAdmin, readAdmin, signedInMember, type TestMember } from '#test/admin-api.ts'
import { confirmedUser } from '#test/auth.ts'
import { atTheProvider, audit, compareTwice, pauseEvents, sell } from '#test/money-ledger.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', sandbox: true })
await pauseEvents(world)
const owner = await signedInMember(world, 'owner')
const helper = await signedInMember(world, 'helper')

async function read(id: string) {
	return (await readAdmin(world, `customer?id=${id}`, { bearer: await owner.takeStep() })).body
}

async function act(name: string, body: object, member = owner) {
	return await actAdmin(world, name, body, { bearer: await member.takeStep() })
}

describe('a refund', () => {
	test('of a part does not take the guide away, and two owners cannot both carry out the same plan', async () => {
		const other = await sell(world)
		const [purchase] = z
			.object({ purchases: z.array(z.object({ id: z.uuid() })) })
			.parse(await read(other.userId)).purchases
		const part = { purchase: purchase?.id, amount_pence: 500, reason: 'a page was missing' }
		const preview = await act('refund', { ...part, preview: true })
		expect(preview.body.will).toEqual([
			expect.stringContaining('Refunds £5.00 of the £14.99 that is left'),
			expect.stringContaining('The buyer keeps the guide.'),
			'CV Secrets No One Tells You: not downloaded or read yet.',
		])
		expect(preview.body.mail).toMatchObject({
			html: expect.stringContaining('£5.00'),
			text: expect.not.stringContaining('{'),
		})
		const second = await signedInMember(world, 'owner')
		const planned = { ...part, plan: preview.body.plan }
		const answers = [await act('refund', planned), await act('refund', planned, second)]
		expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
			[200, undefined],
			[409, 'plan_changed'],
		])
		const whole = { purchase: purchase?.id, reason: 'changed their mind' }
		const both = await Promise.all([act('refund', whole), act('refund', whole, second)])
		for (const { status } of both) expect([200, 409]).toContain(status)
		expect((await world.payments.getPayment(other.paymentIntentId))?.refundedPence).toBe(1499)
		await world.runJobs()
		const announced = z.looseObject({ subject: z.string() }).parse(preview.body.mail)
		expect(world.mails.map(({ subject }) => subject)).toContain(announced.subject)
		expect(await read(other.userId)).toMatchObject({
			guides: 0,
			paid_pence: 0,
			purchases: [{ status: 'refunded' }],
		})
	})

	test('of a part that six requests of two owners make at the same moment is made once', async () => {
		const { purchaseId, paymentIntentId } = await sell(world)
		const second = await signedInMember(world, 'owner')
		const part = { purchase: purchaseId, amount_pence: 100, reason: 'a page was missing' }
		const rest = { ...part, amount_pence: 700 }
		const [one, other] = [
			await act('refund', { ...part, preview: true }),
			await act('refund', { ...rest, preview: true }, second),
		]
		const requests = Array.from({ length: 3 }, () => [
			act('refund', { ...part, plan: one.body.plan }),
			act('refund', { ...rest, plan: other.body.plan }, second),
		])
		const answers = await Promise.all(requests.flat())
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
		for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('plan_changed')
		const made = await world.payments.getPayment(paymentIntentId)
		expect(made?.refunds).toHaveLength(1)
		// Without a plan, too, requests at the same moment make one refund, and a later one makes another.
		const before = made?.refunds.length ?? 0
		const blind = await Promise.all(Array.from({ length: 6 }, () => act('refund', part)))
		const done = blind.filter(({ status }) => status === 200).length
		expect((await world.payments.getPayment(paymentIntentId))?.refunds).toHaveLength(before + done)
		await world.runJobs()
		expect(await audit(world)).toEqual([])
	})

	test('is refused in the preview while a bank holds the money, and for a payment that has been charged back', async () => {
		const sale = await sell(world)
		const whole = { purchase: sale.purchaseId, reason: 'asked for it', preview: true }
		await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`, { amount: '200' })
		// The shop hasn't heard of the dispute yet, but asks Stripe.
		for (const body of [whole, { ...whole, amount_pence: 100 }])
			expect(await act('refund', body)).toMatchObject({
				status: 409,
				body: { code: 'decision_refused', message: heldByBank().message },
			})
		const dispute = (await world.payments.getPayment(sale.paymentIntentId))?.disputes[0]?.id
		await atTheProvider(world, `disputes/${dispute}/close`, { status: 'lost' })
		expect((await act('refund', whole)).body.message).toBe(takenByBank().message)
		await compareTwice(world)
	})

	test('by a helper is limited per purchase and per day', async () => {
		const other = await sell(world)
		const [purchase] = z
			.object({ purchases: z.array(z.object({ id: z.uuid() })) })
			.parse(await read(other.userId)).purchases
		const body = { purchase: purchase?.id, reason: 'kind' }
		expect((await act('refund', { ...body, amount_pence: 30_01 }, helper)).body.message).toContain(
			'at most £30.00',
		)
		const [before] = z
			.object({ purchases: z.array(z.object({ id: z.uuid() })) })
			.parse(await read((await sell(world)).userId)).purchases
		await world.database.query(sql`
			insert into shop.owner_acts (command, decided_by, staff_id, purchase_id, details, at)
			values ('refund', ${helper.email}, ${helper.id}, ${before?.id}, '{"amount_pence": 14999}', ${world.clock.now()})`)
		expect((await act('refund', { ...body, amount_pence: 100 }, helper)).body.message).toContain(
			'£150.00 a day',
		)
		expect((await act('refund', { ...body, amount_pence: 100 })).status).toBe(200)
		expect((await act('resend-receipt', { purchase: purchase?.id }, helper)).status).toBe(200)
	})
})

test('a customer can be given a guide once, and the gift does not count as a sale', async () => {
	const { id } = await confirmedUser(world)
	const offered = z
		.object({ may_get: z.array(z.object({ id: z.string(), title: z.string() })) })
		.parse(await read(id))
	const product = offered.may_get.find(({ title }) => title.startsWith('CV Secrets'))?.id
	const gift = { customer: id, product, reason: 'won the raffle' }
	expect((await act('give-guide', { ...gift, reason: '' })).body.code).toBe('validation_failed')
	const answers = await Promise.all([act('give-guide', gift), act('give-guide', gift)])
	expect(answers.map(({ status }) => status).sort()).toEqual(
		answers.every(({ status }) => status === 200) ? [200, 200] : [200, 409],
	)
	const shown = await read(id)
	expect(shown).toMatchObject({
		guides: 1,
		paid_pence: 0,
		purchases: [{ status: 'completed', price_pence: 0, receipt: null }],
	})
	expect(JSON.stringify(shown.may_get)).not.toContain(`"${product}"`)
	expect((await act('give-guide', { ...gift, product: 'no-such' })).body.code).toBe('decision_refused')
	expect(await audit(world)).toEqual([])
})

test('a receipt that is emailed again is queued now, then sent, and the list keeps the first sending', async () => {
	const { purchaseId, userId } = await sell(world)
	// Makes the purchase an older one, whose receipt was emailed when it was paid.
	const paidAt = '2026-11-01T10:00:00.000Z'
	await runAsSuperuser(
		world,
		`update public.receipts set paid_at = '${paidAt}', mailed_at = '${paidAt}' where purchase_id = '${purchaseId}'`,
	)
	const listed = z.array(
		z.object({ mail: z.string(), at: z.string(), emailed_at: z.string().nullable(), waits: z.boolean() }),
	)
	const mailsOn = async (page: string) => {
		const { body } = await readAdmin(world, page, { bearer: await owner.takeStep() })
		return listed.parse(body.mails).filter(({ mail }) => mail === 'receipt')
	}
	const mails = async () => {
		const found = await mailsOn(`sale?id=${purchaseId}`)
		expect(await mailsOn(`customer?id=${userId}`)).toEqual(found)
		return found
	}
	const first = { mail: 'receipt', at: paidAt, emailed_at: paidAt, waits: false }
	expect(await mails()).toEqual([first])
	for (const sendings of [2, 3]) {
		const before = await mails()
		const pressedAt = Date.now()
		expect((await act('resend-receipt', { purchase: purchaseId }, helper)).status).toBe(200)
		const during = await mails()
		const [queued] = during.filter(({ waits }) => waits)
		expect(queued).toMatchObject({ emailed_at: null })
		expect(Math.abs(Date.parse(queued?.at ?? '') - pressedAt)).toBeLessThan(60_000)
		expect(during.filter(({ waits }) => !waits)).toEqual(before)
		await world.runJobs()
		expect(await mails()).toHaveLength(sendings)
		expect((await mails()).filter(({ waits }) => waits)).toEqual([])
		expect(await mails()).toContainEqual(first)
	}
})

test('a receipt is emailed again three times an hour to one buyer, whoever asks and for whichever receipt', async () => {
	const { purchaseId } = await sell(world)
	const resend = (member: TestMember) => act('resend-receipt', { purchase: purchaseId }, member)
	for (const member of [owner, helper, owner]) expect((await resend(member)).status).toBe(200)
	const more = await act('resend-receipt', { purchase: purchaseId, preview: true }, helper)
	expect(more.body).toMatchObject({ code: 'decision_refused', message: expect.stringContaining('last hour') })
	const other = await sell(world)
	const answers = await Promise.all(
		Array.from({ length: 6 }, () => act('resend-receipt', { purchase: other.purchaseId }, helper)),
	)
	expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(3)
})
