import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { pageOf } from '#server/adapters/payments/stripe-account.ts'
import { sql } from '#server/platform/db/sql.ts'
import { saleApi } from '#shared/admin/sale.ts'
import { actAdmin, createSaleAndOwner, readAdmin, signedInMember } from '#test/admin-api.ts'
import { atTheProvider, compareTwice } from '#test/money-ledger.ts'

const { world, sale, owner } = await createSaleAndOwner()
afterAll(async () => await world.close())

async function read(member = owner): Promise<z.output<typeof saleApi.sale.output>> {
	const { status, body } = await readAdmin(world, `sale?id=${sale.purchaseId}`, {
		bearer: await member.takeStep(),
	})
	expect(status, JSON.stringify(body)).toBe(200)
	return saleApi.sale.output.parse(body)
}

test('a sale shows what was bought and paid, its states, its receipt and its emails', async () => {
	const { email, ...shown } = await read()
	expect(email).toContain('@')
	expect(shown).toMatchObject({
		id: sale.purchaseId,
		user_id: sale.userId,
		status: 'completed',
		held_reason: null,
		price_pence: 1499,
		paid_pence: 1499,
		vat_pence: 0,
		discount_pence: null,
		discount_code: null,
		receipt: expect.stringMatching(/^HS-\d{6}$/),
		movements: [{ kind: 'sale', gross_pence: 1499, vat_pence: 0, fee_pence: null, payout: null }],
		failed_refunds: [],
		disputes: [],
		downloads: [],
		download_count: 0,
		history: [
			{ status: 'pending', cause: 'create-payment' },
			{ status: 'completed', cause: 'success page' },
		],
		mails: [{ mail: 'receipt', emailed_at: expect.any(String), refusal: null }],
		session: {
			id: sale.checkoutSessionId,
			page: expect.stringContaining(`/stripe/checkout-sessions/${sale.checkoutSessionId}`),
		},
		payment: { id: sale.paymentIntentId },
	})
})

test('a sale distinguishes the download that started by itself from those that the buyer made', async () => {
	const times = ['2026-11-24T10:00:00.000Z', '2026-11-24T10:20:00.000Z', '2026-11-24T10:40:00.000Z']
	const files = ['CV.zip', 'CV.zip', 'CV-read.json']
	await world.database.query(sql`
		insert into public.downloads (user_id, catalogue_id, file_name, sha256, at, automatic)
		select ${sale.userId}, '2', file, repeat('1', 64), at, automatic
		from unnest(${files}::text[], ${times}::timestamptz[], array[true, false, false]) row (file, at, automatic)`)
	await world.database.query(sql`
		insert into public.downloads (user_id, catalogue_id, file_name, sha256, at)
		values (${sale.userId}, '2', 'CV.zip', repeat('2', 64), '2026-11-23T10:00:00Z')`)
	const { downloads } = await read()
	expect(downloads.map(({ file, way }) => [file, way])).toEqual([
		['CV-read.json', 'read'],
		['CV.zip', 'pressed'],
		['CV.zip', 'automatic'],
		['CV.zip', null],
	])
})

test('each refund and each dispute is a separate row with its fee and payout', async () => {
	await actAdmin(
		world,
		'refund',
		{ purchase: sale.purchaseId, amount_pence: 500, reason: 'a wish' },
		{ bearer: await owner.takeStep() },
	)
	await compareTwice(world)
	await atTheProvider(world, 'payouts', { until: 'reconciled' })
	await atTheProvider(world, `checkout-sessions/${sale.checkoutSessionId}/dispute`)
	await compareTwice(world)
	const disputed = await read()
	expect(disputed.status).toBe('disputed')
	expect(disputed.disputes).toMatchObject([{ state: 'open', is_open: true, sent_at: null }])
	const [dispute] = disputed.disputes
	await atTheProvider(world, `disputes/${dispute?.id}/close`, { status: 'lost' })
	await compareTwice(world)
	const { movements, disputes, history, country } = await read()
	expect(disputes).toMatchObject([{ id: dispute?.id, state: 'lost', is_open: false }])
	const payout = { id: expect.stringMatching(/^po_/), page: null, arrives_on: expect.any(String) }
	expect(movements.filter(({ kind }) => kind !== 'dispute')).toMatchObject([
		{ kind: 'sale', gross_pence: 1499, fee_pence: 42, payout },
		{ kind: 'refund', gross_pence: -500, fee_pence: 0, payout },
	])
	expect(movements.filter(({ kind }) => kind === 'dispute')).toMatchObject([
		{ gross_pence: -999, fee_pence: 2000, payout: null },
	])
	expect(country).toBe('GB')
	expect(history.map(({ status }) => status)).toEqual(['pending', 'completed', 'disputed', 'refunded'])
})

async function findSale(text: string): Promise<string[]> {
	const { body } = await readAdmin(world, `find-sales?${new URLSearchParams({ text })}`, {
		bearer: await owner.takeStep(),
	})
	return saleApi['find-sales'].output.parse(body).rows.map((row) => row.id)
}

test('a sale is found by its receipt number, or by an id or a part of an id of anything that belongs to it', async () => {
	const { receipt, disputes, id } = await read()
	const serial = Number(receipt?.slice(3))
	const { checkoutSessionId, paymentIntentId } = sale
	for (const text of [
		receipt,
		receipt?.toLowerCase(),
		...[
			`HS-${serial}`,
			`HS00000${serial}`,
			`hs ${serial}`,
			`hs${serial}`,
			`HS–000${serial}`,
			`Hs - ${serial}`,
		],
		id,
		id.toUpperCase(),
		id.slice(0, 13),
		checkoutSessionId,
		checkoutSessionId.slice(0, -1),
		checkoutSessionId.slice(8, 24),
		paymentIntentId,
		`${paymentIntentId.slice(0, 9)}…`,
		`${paymentIntentId.slice(0, 12)}...`,
		paymentIntentId.slice(-12),
		paymentIntentId.slice(0, 14).toLowerCase(),
		disputes[0]?.id,
		disputes[0]?.id.slice(0, -4),
	])
		expect(await findSale(` ${text} `), String(text)).toEqual([id])
	for (const text of [
		'HS-999999',
		`HS-${serial}0`,
		'HS-',
		'pi_',
		'cs_test_%',
		'pi%________',
		'%',
		'…',
		sale.userId,
	])
		expect(await findSale(text), text).toEqual([])
})

test('an accountant sees a sale without its emails, and an unknown sale is not found', async () => {
	expect((await read(await signedInMember(world, 'accountant'))).mails).toBeNull()
	const missing = await readAdmin(world, `sale?id=${sale.userId}`, { bearer: await owner.takeStep() })
	expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
})

test.each([
	['sk_test_1', 'payment', 'https://dashboard.stripe.com/test/payments/pi_1'],
	['rk_live_1', 'payment', 'https://dashboard.stripe.com/payments/pi_1'],
	['sk_live_1', 'payout', 'https://dashboard.stripe.com/payouts/pi_1'],
	['sk_live_1', 'Checkout Session', null],
] as const)('with the key %s, the link to a %s at Stripe is %s', (secretKey, kind, page) => {
	expect(pageOf({ secretKey, host: undefined }, kind, 'pi_1')).toBe(page)
})

test('a sale is found by a part of an id that has no letter, or no digit', async () => {
	const id = '97644315-9848-4123-8abc-1234567890ab'
	await world.database.query(sql`
		insert into public.purchases (id, user_id, catalogue_id, product_id, product_name, price, status, stripe_session_id)
		values (${id}, ${sale.userId}, '1', '1', 'A guide', 0, 'completed', 'cs_test_OnlyLettersHere')`)
	for (const text of ['97644315', '97644315-9848', '9848-4123', 'OnlyLetters', 'lettershere'])
		expect(await findSale(text), text).toEqual([id])
})
