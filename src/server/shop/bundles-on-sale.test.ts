import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import { listBundles } from '#server/features/bundles/list-bundles.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { actAdmin, signedInMember } from '#test/admin-api.ts'
import { signedInClient } from '#test/clients.ts'
import { starterWith } from '#test/starter-shop.ts'
import { useWorld } from '#test/world.ts'
import { readBundlesOnSale } from './bundles-on-sale.ts'

const wanted = { title: 'Job and money', sentence: 'Get the job.', price_pence: 1699, guides: ['3', '2'] }

const world = await useWorld({ admin: 'public', sandbox: true })
const owner = await signedInMember(world, 'owner')
const { body } = await actAdmin(world, 'make-bundle', wanted, { bearer: await owner.takeStep() })
const bundle = { productName: wanted.title, price: 16.99, stripeProductId: z.string().parse(body.id) }

test.each([
	['withdrawn', undefined],
	['coming soon', { comingSoon: true, pricePence: null }],
	['free', { isFree: true, pricePence: null }],
])('a bundle is not offered while one of its guides is %s', async (_state, change) => {
	const released = catalogue.flatMap((guide) => {
		if (guide.id !== '3') return [guide]
		return change === undefined ? [] : [{ ...guide, ...change }]
	})
	const client = await signedInClient(world)
	await syncCatalogue(world.database, starterWith(released))
	try {
		expect(await readBundlesOnSale(world.database)).toEqual([])
		const { error } = await client.functions.invoke('create-payment', { body: bundle })
		expect(await error?.context.json()).toMatchObject({ code: 'not_for_sale' })
		expect(await listBundles(world.database)).toMatchObject([{ state: 'not offered' }])
	} finally {
		await syncCatalogue(world.database, starterWith(catalogue))
	}
	expect(await readBundlesOnSale(world.database)).toMatchObject([{ id: bundle.stripeProductId }])
})
