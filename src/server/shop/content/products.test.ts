import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readMarketingClaims } from '#server/shop/claims/read-claims.ts'
import { findDocument } from '#server/shop/content/document-rows.ts'
import { readProducts } from '#server/shop/content/products.ts'
import { publishDraft, saveDraft } from '#server/shop/content/write-documents.ts'
import { listSales } from '#server/shop/sales/list-sales.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld({ sandbox: true })
})
afterAll(async () => await world.close())

async function change(changes: object): Promise<void> {
	const name = { kind: 'product', id: '2' } as const
	const before = await findDocument(world.database, name)
	const content = { ...z.record(z.string(), z.unknown()).parse(before?.published), ...changes }
	await world.database.asServer(async (tx) => {
		const version = await saveDraft(tx, name, { by: 'Ada', version: before?.version ?? 0, content })
		await publishDraft(tx, name, { by: 'Ada', version })
	})
}

test('what an owner changes about a product is at once in checkouts, emails, sales and claims', async () => {
	const client = await signedInClient(world)
	const title = 'CV Secrets Everyone Should Know'
	expect((await readProducts(world.database)).find(({ id }) => id === '2')).toMatchObject({
		title: cv.productName,
	})
	await change({ title, shortTitle: 'CV Basics' })
	expect((await readProducts(world.database)).find(({ id }) => id === '2')).toMatchObject({
		title,
		pricePence: 1499,
	})
	const { error } = await client.functions.invoke('create-payment', { body: cv })
	expect(await error?.context.json()).toMatchObject({ code: 'product_mismatch' })
	const sessionId = await openCheckout(client, { ...cv, productName: title })
	await pay(world, sessionId)
	await client.functions.invoke('confirm-payment', { body: { sessionId } })
	await world.runJobs()
	const receipt = world.mails.find(({ subject }) => subject.startsWith('Your receipt'))
	expect(receipt).toMatchObject({
		subject: `Your receipt: ${title}`,
		html: expect.stringContaining('Cover of CV Basics'),
	})
	const period = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2040-01-01T00:00:00Z') }
	expect((await listSales(world, period)).movements).toMatchObject([{ product: 'CV Basics' }])
	const rating = (await readMarketingClaims(world.database)).find(({ id }) => id === 'rating-cv-secrets')
	expect(rating?.text).toContain(title)
})
