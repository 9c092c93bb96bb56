import { expect, test } from 'vitest'
import { z } from 'zod'
import { readMarketingClaims } from '#server/features/claims/read-claims.ts'
import { findDocument } from '#server/features/content/document-rows.ts'
import { publishDraft, saveDraft } from '#server/features/content/write-documents.ts'
import { listMovements } from '#server/features/sales/list-movements.ts'
import { readFunnel } from '#server/features/sales/read-funnel.ts'
import { cv, openCheckout, pay, planner } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { useWorld } from '#test/world.ts'
import { readOffer, readProducts } from './products.ts'

const world = await useWorld({ sandbox: true })

async function change(changes: object): Promise<void> {
	const name = { kind: 'product', id: '2' } as const
	const before = await findDocument(world.database, name)
	const content = { ...z.record(z.string(), z.unknown()).parse(before?.published), ...changes }
	await world.database.asServer(async (tx) => {
		const version = await saveDraft(tx, name, { by: 'Ada', version: before?.version ?? 0, content })
		await publishDraft(tx, name, { by: 'Ada', version, claims: [] })
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
	const { rows } = await listMovements(world, period, { filter: {}, limit: 50 })
	expect(rows).toMatchObject([{ product: title }])
	const { tables } = await readFunnel(world, { period, before: period })
	expect(tables[0]?.rows.map(({ name }) => name)).toContain('CV Basics')
	const rating = (await readMarketingClaims(world.database)).find(({ id }) => id === 'rating-cv-secrets')
	expect(rating?.text).toContain(title)
})

test('a product whose document can’t be read is sold with its last readable one, and keeps no other from being sold', async () => {
	const write = async (change: string) =>
		await runAsSuperuser(
			world,
			`update shop.documents set ${change}, published_as = gen_random_uuid() where kind = 'product' and id = '2'`,
		)
	const before = await readProducts(world.database)
	const [{ title = '' } = {}] = before.filter(({ id }) => id === '2')
	await write(
		`published = jsonb_set(published, '{title}', '1'), decisions = '{"price": {"pence": 1234, "from": "2026-01-01T00:00:00Z", "by": "Ada"}}'`,
	)
	const { products, faults } = await readOffer(world.database)
	expect(products.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
	// The price is what an owner has decided all the same.
	expect(products.find(({ id }) => id === '2')).toMatchObject({ title, pricePence: 1234 })
	expect(faults).toEqual([expect.stringMatching(/^Product 2: .*title/s)])
	expect(await openCheckout(await signedInClient(world), planner)).toMatch(/^cs_test_/)
	await write(`decisions = '{"price": "cheap"}'`)
	expect((await readProducts(world.database)).map(({ id }) => id)).toEqual(
		before.map(({ id }) => id).filter((id) => id !== '2'),
	)
	await write(`published = jsonb_set(published, '{title}', '"${title}"'), decisions = '{}'`)
	expect(await readOffer(world.database)).toMatchObject({ faults: [], products: { length: before.length } })
})
