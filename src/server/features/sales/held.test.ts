import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ProviderFailure } from '#server/shop/payment-provider.ts'
import { paidAfterDeletion } from '#server/shop/purchases.ts'
import {
	cardsAbout,
	createShopAndOwner,
	readAdmin,
	signedInMember,
	type TestMember,
} from '#test/admin-api.ts'
import { adminContextOf, runForJson } from '#test/admin-cli.ts'
import { type Sale, sellOnHold, tamper } from '#test/money-ledger.ts'
import { payerOf } from './list-held.ts'

const { world, owner } = await createShopAndOwner()
afterAll(async () => await world.close())

async function cardOf({ purchaseId }: Sale) {
	const [card] = await cardsAbout(world, owner, { kind: 'held', purchaseId })
	return card
}

const payer = async (purchase: string, { accessToken }: TestMember = owner) =>
	await readAdmin(world, `payer?purchase=${purchase}`, { bearer: accessToken })

const heldSchema = z.object({ rows: z.array(z.object({ purchase: z.uuid(), buyer: z.string() })) })
const buyerInList = async ({ purchaseId }: Sale) =>
	heldSchema
		.parse(await runForJson(adminContextOf(world), 'held-purchases'))
		.rows.find(({ purchase }) => purchase === purchaseId)?.buyer

async function addressOf({ client }: Sale): Promise<string> {
	const { data } = await client.auth.getUser()
	return data.user?.email ?? 'no address'
}

test('a payment without an account names who paid, in the admin as in the admin CLI, and leads to its page at Stripe', async () => {
	const sale = await sellOnHold(world, { hasAccount: false })
	const address = await addressOf(sale)
	expect((await payer(sale.purchaseId)).body).toEqual({ address, words: address })
	expect(await buyerInList(sale)).toBe(`paid by ${address}`)
	expect(await cardOf(sale)).toMatchObject({
		needs_account: true,
		email: null,
		stripe_page: expect.stringContaining(`/stripe/checkout-sessions/${sale.checkoutSessionId}`),
	})
	const helper = await signedInMember(world, 'helper')
	expect((await payer(sale.purchaseId, helper)).body).toMatchObject({ address })
})

test('a payment on hold whose account has been deleted names who paid', async () => {
	const sale = await sellOnHold(world, { hasAccount: false })
	await tamper(world, 'update shop.checkouts set held_reason = $2 where purchase_id = $1', [
		...[sale.purchaseId, paidAfterDeletion],
	])
	const address = await addressOf(sale)
	expect((await payer(sale.purchaseId)).body).toMatchObject({ address })
	expect(await buyerInList(sale)).toBe(`account deleted, paid by ${address}`)
	expect(await cardOf(sale)).toMatchObject({ needs_account: false })
})

test('a payment on hold with an account names who paid, even if the account has another address by now', async () => {
	const sale = await sellOnHold(world, { hasAccount: true })
	const address = await addressOf(sale)
	await tamper(world, `update auth.users set email = 'moved@student.test' where id = $1`, [sale.userId])
	expect((await payer(sale.purchaseId)).body).toMatchObject({ address })
	expect(await cardOf(sale)).toMatchObject({ email: 'moved@student.test' })
})

test('while Stripe cannot be reached, who paid is said to be known only there', async () => {
	const getCheckout = async () => {
		throw new ProviderFailure({ definite: false, cause: new Error('no route') })
	}
	expect(await payerOf({ getCheckout }, 'cs_1')).toEqual({
		address: null,
		words: 'someone whose address only the payment provider has, which cannot be reached just now',
	})
})

test('who paid is answered only for purchases on hold', async () => {
	const sale = await sellOnHold(world, { hasAccount: true })
	await tamper(world, `update public.purchases set status = 'completed' where id = $1`, [sale.purchaseId])
	expect((await payer(sale.purchaseId)).status).toBe(404)
	expect((await payer(crypto.randomUUID())).status).toBe(404)
})
