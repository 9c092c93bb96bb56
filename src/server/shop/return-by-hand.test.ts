import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { compareWithProvider } from '#server/shop/compare-with-provider.ts'
import { refundPurchase } from '#server/shop/decide-purchase.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { atTheProvider, audit, pauseEvents, type Sale, sell, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'
import { syncPayment } from './sync-payment.ts'

const log = pino({ level: 'silent' })
const decided = { by: 'Ada Lovelace', reason: 'bank transfer of 3 May, their card is closed' }

const world = await useWorld({ sandbox: true, goods: true })
beforeAll(async () => {
	await pauseEvents(world)
})

const returned = async (purchaseId: string, by = decided.by, why = decided.reason) =>
	await runAdmin(adminContextOf(world), 'record-refund', purchaseId, '--by', by, '--why', why)

async function canDownload({ client }: Sale): Promise<boolean> {
	const { error } = await client.storage.from('pdfs').createSignedUrl('CV.zip', 60)
	return error === null
}

async function lastLine({ purchaseId }: Pick<Sale, 'purchaseId'>): Promise<unknown> {
	const lines = await world.database.query(sql`
		select to_status as status, cause, decided_by as by, reason
		from shop.purchase_history where purchase_id = ${purchaseId} order by id`)
	return lines.at(-1)
}

/** Makes a sale whose refund has failed. */
async function failedRefund(): Promise<Sale> {
	const sale = await sell(world)
	await refundPurchase(world, sale.purchaseId)
	for await (const { id, paymentIntentId } of world.payments.listRefunds(new Date(0)))
		if (paymentIntentId === sale.paymentIntentId) await atTheProvider(world, `refunds/${id}/fail`)
	await compareWithProvider({ ...world, log })
	return sale
}

test('recording a refund by hand closes the purchase, and the history says who did it and why', async () => {
	const sale = await failedRefund()
	expect(await canDownload(sale)).toBe(true)
	expect(await returned(sale.purchaseId)).toEqual(['Refunded: £14.99'])
	expect(await canDownload(sale)).toBe(false)
	expect(await lastLine(sale)).toEqual({ status: 'refunded', cause: 'returned by hand', ...decided })
	expect(await audit(world)).toEqual([])
})

test('a second report of the failed refund does not reopen a purchase refunded by hand', async () => {
	const sale = await failedRefund()
	await returned(sale.purchaseId)
	await syncPayment({ ...world, log }, sale.paymentIntentId)
	await compareWithProvider({ ...world, log })
	expect(await canDownload(sale)).toBe(false)
	expect(await lastLine(sale)).toMatchObject({ cause: 'returned by hand' })
	// A guide can be bought again only if it is not owned.
	expect(await openCheckout(sale.client, cv)).toMatch(/^cs_/)
})

test('money given back by hand still counts as refunded after the payment has been settled again', async () => {
	const sale = await failedRefund()
	await returned(sale.purchaseId)
	await syncPayment({ ...world, log }, sale.paymentIntentId)
	await compareWithProvider({ ...world, log })
	const { data } = await sale.client.from('refunds').select('kind, amount, stands').eq('stands', true)
	expect(data).toEqual([{ kind: 'by hand', amount: 14.99, stands: true }])
	expect(await audit(world)).toEqual([])
})

test('recording a refund by hand also closes a purchase on hold', async () => {
	const sale = await sell(world)
	await world.database.query(
		sql`update public.purchases set status = 'duplicate' where id = ${sale.purchaseId}`,
	)
	await world.database.query(sql`update public.purchases set status = 'held' where id = ${sale.purchaseId}`)
	await returned(sale.purchaseId)
	expect(await lastLine(sale)).toMatchObject({ status: 'refunded', ...decided })
	expect(await audit(world)).toEqual([])
})

test('the audit reports a purchase refunded both by hand and by the provider', async () => {
	const sale = await sell(world)
	await returned(sale.purchaseId)
	await world.payments.refund(sale.paymentIntentId, sale.purchaseId)
	await compareWithProvider({ ...world, log })
	expect(await audit(world)).toEqual([
		`Purchase ${sale.purchaseId} (CV Secrets No One Tells You) was refunded twice: by hand and by the provider.`,
	])
	await tamper(world, 'delete from shop.purchase_history where purchase_id = $1 and cause = $2', [
		sale.purchaseId,
		'returned by hand',
	])
	expect(await audit(world)).toEqual([])
})

test.each([
	['a name', ['', decided.reason], 'Say who is doing this'],
	['a reason', [decided.by, ' '], '--reason is missing'],
])('nothing is recorded without %s', async (_, [by, why], says) => {
	const sale = await sell(world)
	await expect(returned(sale.purchaseId, by, why)).rejects.toThrow(says)
	expect(await canDownload(sale)).toBe(true)
})

test('an unpaid, refunded or disputed purchase cannot be recorded as refunded by hand', async () => {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	const { data } = await client
		.from('purchases')
		.select('id')
		.eq('stripe_session_id', checkoutSessionId)
		.single()
	await expect(returned(String(data?.id))).rejects.toThrow('Nothing was paid')
	await expect(returned('00000000-0000-4000-8000-000000000000')).rejects.toThrow('No purchase matches')
	await expect(returned('no id')).rejects.toThrow('Give the id of the purchase')
	const refunded = await sell(world)
	await refundPurchase(world, refunded.purchaseId)
	await expect(returned(refunded.purchaseId)).rejects.toThrow('already refunded this payment')
	const disputed = await sell(world)
	await world.database.query(
		sql`update public.purchases set status = 'disputed' where id = ${disputed.purchaseId}`,
	)
	await expect(returned(disputed.purchaseId)).rejects.toThrow('answer the dispute instead')
	await world.database.query(
		sql`update public.purchases set status = 'completed' where id = ${disputed.purchaseId}`,
	)
	await returned(disputed.purchaseId)
	await expect(returned(disputed.purchaseId)).rejects.toThrow('is refunded: there is nothing to give back')
})

test('nobody can change or remove history entries', async () => {
	const sale = await sell(world)
	await returned(sale.purchaseId)
	for (const statement of [
		sql`update shop.purchase_history set reason = 'none' where purchase_id = ${sale.purchaseId}`,
		sql`delete from shop.purchase_history where purchase_id = ${sale.purchaseId}`,
		sql`insert into shop.purchase_history (purchase_id, to_status, cause) values (${sale.purchaseId}, 'completed', 'x')`,
	])
		await expect(world.database.query(statement)).rejects.toMatchObject({ code: '42501' })
	expect(await lastLine(sale)).toMatchObject(decided)
})

/** Makes a sale that is paid after its account was deleted. The shop refunds such a payment automatically. */
async function paidAfterDeletion() {
	const client = await signedInClient(world)
	const checkoutSessionId = await openCheckout(client, cv)
	const { data } = await client
		.from('purchases')
		.select('id, user_id')
		.eq('stripe_session_id', checkoutSessionId)
		.single()
	await world.database.query(sql`delete from auth.users where id = ${String(data?.user_id)}`)
	await pay(world, checkoutSessionId)
	const checkoutSession = await world.payments.getCheckout(checkoutSessionId)
	if (checkoutSession === undefined) throw new Error('no Checkout Session')
	await world.database.asServer((tx) =>
		fulfil(tx, { checkoutSession, cause: 'event', paidAt: new Date(), shop: world.shop }),
	)
	return { purchaseId: String(data?.id), paymentIntentId: checkoutSession.paymentIntentId ?? '' }
}

test('a payment by a deleted account cannot be recorded as refunded by hand until its automatic refund has failed', async () => {
	const paid = await paidAfterDeletion()
	await expect(returned(paid.purchaseId)).rejects.toThrow('by hand only if that refund has failed')
	expect(await lastLine(paid)).toMatchObject({ status: 'held', cause: 'event' })
	await world.runJobs()
	await expect(returned(paid.purchaseId)).rejects.toThrow('already refunded this payment')
	for await (const { id, paymentIntentId } of world.payments.listRefunds(new Date(0)))
		if (paymentIntentId === paid.paymentIntentId) await atTheProvider(world, `refunds/${id}/fail`)
	// The refund has failed, but the shop doesn't know that yet.
	await expect(returned(paid.purchaseId)).rejects.toThrow('there is nothing to give back')
	await syncPayment({ ...world, log }, paid.paymentIntentId)
	await returned(paid.purchaseId)
	expect(await lastLine(paid)).toMatchObject({ status: 'refunded', cause: 'returned by hand', ...decided })
})
