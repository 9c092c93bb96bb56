import pg from 'pg'
import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { readHistory } from '#server/features/content/document-rows.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { readProduct } from '#server/features/products/read-product.ts'
import { periodsOf } from '#server/features/sales/period.ts'
import { readFunnel } from '#server/features/sales/read-funnel.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { confirmedUser } from '#test/auth.ts'
import { signedInClient } from '#test/clients.ts'
import { askToBeTold, sendReleaseNotices, waitToBeTold } from '#test/release-notices.ts'
import { keepTestPages } from '#test/shop-state.ts'
import { starterWith } from '#test/starter-shop.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { waitingForALock } from '#test/waiting-for-a-lock.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', goods: true, sandbox: true })
const owner = await signedInMember(world, 'owner')

const pdf = '%PDF-1.7\nTechniques\n%%EOF\n'
const order = {
	productName: 'Study Techniques That Actually Work',
	price: 4.99,
	stripeProductId: 'prod_study_techniques',
}

async function upload(product: string, bytes = pdf) {
	const response = await world.adminRequest(`/api/upload-edition?product=${product}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${await owner.takeStep()}`, 'content-type': 'application/pdf' },
		body: bytes,
	})
	return { status: response.status, text: await response.text() }
}
const act = async (operation: string, body: object) =>
	await actAdmin(world, operation, body, { bearer: await owner.takeStep() })
const shown = async (id: string) =>
	(await readAdmin(world, `product?id=${id}`, { bearer: await owner.takeStep() })).body
const row = async (id: string) =>
	(
		await world.database.query(
			sql`select coming_soon, file_name, price_pence, edition from public.products where id = ${id}`,
		)
	)[0]
const isComingSoon = { coming_soon: true, file_name: null, price_pence: null, edition: null }
/** Returns the catalogue as another version of the shop would have it, with a change to this product. */
const version = (id: string, change: object) =>
	catalogue.map((product) => (product.id === id ? { ...product, ...change } : product))

test('a paid product is not released until it has a file and a price', async () => {
	const early = await act('release-product', { product: '5', price_pence: 499 })
	expect(early.body).toMatchObject({ message: expect.stringContaining('has no file yet') })
	expect(await upload('5', 'a text')).toMatchObject({
		text: expect.stringContaining('neither a PDF nor a ZIP'),
	})
	for (const cut of ['%PDF-1.7\ncut', 'PK\u0003\u0004 cut'])
		expect(await upload('5', cut)).toMatchObject({ text: expect.stringContaining('cut off') })
	expect((await upload('5')).status).toBe(200)
	const unpriced = await act('release-product', { product: '5' })
	expect(unpriced.body).toMatchObject({ message: 'Say what it costs.' })
	expect(await row('5')).toEqual(isComingSoon)
})

test('a released product can be bought at once, stays released after upgrades, and is announced by email', async () => {
	await waitToBeTold(world, 'waits@student.test', '5')
	const buyer = await signedInClient(world)
	const before = await buyer.functions.invoke('create-payment', { body: order })
	expect(before.response?.status).toBe(400)
	const release = { product: '5', price_pence: 499 }
	const preview = await act('release-product', { ...release, preview: true })
	expect(preview.body).toMatchObject({
		will: [
			expect.stringContaining('at £4.99'),
			expect.stringContaining('StudyTechniques.pdf'),
			expect.stringContaining('“Retrieval practice'),
			expect.stringContaining('Emails 1 person'),
			expect.anything(),
		],
	})
	expect((await act('release-product', release)).status).toBe(200)
	const isOut = {
		coming_soon: false,
		file_name: 'StudyTechniques.pdf',
		price_pence: 499,
		edition: expect.stringMatching(/^\d{4}-/),
	}
	expect(await row('5')).toEqual(isOut)
	await syncCatalogue(world.database, starterWith(catalogue))
	expect(await row('5')).toEqual(isOut)
	expect(await shown('5')).toMatchObject({
		status: 'on sale',
		path: '/products/study-techniques',
		uploaded: null,
		file: { name: 'StudyTechniques.pdf', of_owner: false },
		released: { by: expect.anything() },
	})
	const { data } = await buyer.functions.invoke('create-payment', { body: order })
	expect(data).toMatchObject({ url: expect.stringContaining('http') })
	expect((await askToBeTold(world, 'late@student.test', { productId: '5' })).status).toBe(404)

	await world.database.query(sql`update public.products set updated_at = ${world.clock.now()}`)
	world.clock.advance(301)
	await sendReleaseNotices(world)
	expect(world.mails.findLast(({ to }) => to === 'waits@student.test')).toMatchObject({
		subject: expect.stringContaining('is out'),
		text: expect.stringContaining('£4.99, once'),
		// Its cover still says that it is coming soon.
		html: expect.not.stringContaining('Cover of'),
	})
	const [record] = await world.database.query(
		sql`select before, after from shop.owner_acts where command = 'release-product'`,
	)
	expect(record).toMatchObject({ before: { coming_soon: true }, after: { price_pence: 499 } })
})

test('an upgrade that releases the same product brings its own file but keeps the owner’s price', async () => {
	const edition = { date: '2027-01-31', changes: 'First edition.' }
	const own = { comingSoon: false, pdfFileName: 'Techniques.zip', pricePence: 999, edition }
	await syncCatalogue(world.database, starterWith(version('5', own)))
	expect(await row('5')).toMatchObject({ coming_soon: false, file_name: 'Techniques.zip', price_pence: 499 })
	const current = await readProducts(world.database)
	expect(current.find(({ id }) => id === '5')?.pdfFileName).toBe('Techniques.zip')
	expect((await readProduct(world.database, '5')).released).toBeNull()
	await syncCatalogue(world.database, starterWith(catalogue))
	expect(await row('5')).toMatchObject({ file_name: 'StudyTechniques.pdf', price_pence: 499 })
})

test('releasing a product updates its pages, and taking the release back restores them', async () => {
	const seen: unknown[] = []
	const pages = await keepTestPages({
		database: world.database,
		show: async ({ products }) =>
			void seen.push(
				products
					.filter(({ releasedByOwner }) => releasedByOwner)
					.map(({ slug, edition, pdfFileName, pricePence }) => [
						slug,
						edition?.date,
						pdfFileName,
						pricePence,
					]),
			),
	})
	try {
		await pages.refresh()
		await upload('6', `PK\u0003\u0004${'zip'.repeat(20)}PK\u0005\u0006${'\0'.repeat(18)}`)
		await act('release-product', { product: '6', price_pence: 1_299 })
		await pages.refresh()
		const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
		const techniques = ['study-techniques', day, expect.anything(), expect.anything()]
		expect(seen.at(-1)).toEqual([techniques, ['interview-bundle', day, 'InterviewBundle.zip', 1_299]])
		const { tables } = await readFunnel({ database: world.database }, periodsOf('7', world.clock.now()))
		expect(tables[0]?.rows.map(({ name }) => name)).toContain('Interview Bundle')
		const taken = await act('take-back-release', { product: '6' })
		expect(taken.status).toBe(200)
		expect(await row('6')).toEqual(isComingSoon)
		await pages.refresh()
		expect(seen.at(-1)).toEqual([techniques])
	} finally {
		pages.stop()
	}
})

test('a release cannot be taken back if anybody has the product or is paying for it', async () => {
	const paying = await act('take-back-release', { product: '5' })
	expect(paying.body).toMatchObject({ message: expect.stringContaining('is paying') })
	await world.database.query(sql`update public.purchases set status = 'completed' where catalogue_id = '5'`)
	const held = await act('take-back-release', { product: '5' })
	expect(held.body).toMatchObject({ message: expect.stringContaining('1 person has') })
	expect(await row('5')).toMatchObject({ coming_soon: false })
})

test('a free guide can be neither taken nor given while its release is being taken back', async () => {
	const [buyer, { id: customer }] = [await signedInClient(world), await confirmedUser(world)]
	const buyerId = (await buyer.auth.getUser()).data.user?.id
	const gift = { customer, product: '1', reason: 'a competition' }
	const bearer = await owner.takeStep()
	const take = async () => {
		const { status, error } = await buyer.from('purchases').insert({ user_id: buyerId, ...freeGuide() })
		return [status, error?.code]
	}
	const give = async () => {
		const { status, body } = await actAdmin(world, 'give-guide', gift, { bearer })
		return [status, status === 200 ? undefined : body.code]
	}
	const refusals: unknown[] = []
	for (const attempt of [take, give]) {
		const taking = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
		await taking.connect()
		try {
			await taking.query('begin')
			await taking.query("select from public.products where id = '1' for update")
			const waiting = attempt()
			await waitingForALock(taking)
			await taking.query("update public.products set coming_soon = true where id = '1'")
			await taking.query('commit')
			refusals.push(await waiting)
		} finally {
			await taking.query("update public.products set coming_soon = false where id = '1'")
			await taking.end()
		}
	}
	expect(refusals).toEqual([
		[403, '42501'],
		[409, 'decision_refused'],
	])
	expect(await world.database.query(sql`select from public.purchases where catalogue_id = '1'`)).toEqual([])
	expect([await take(), await give()]).toEqual([
		[201, undefined],
		[200, undefined],
	])
})

test('a release cannot be taken back if anybody has a bundle with the product or is paying for one', async () => {
	await upload('6', `PK\u0003\u0004${'zip'.repeat(20)}PK\u0005\u0006${'\0'.repeat(18)}`)
	await act('release-product', { product: '6', price_pence: 1_299 })
	const bundle = { title: 'CV and interview', sentence: 'From advert to offer.', price_pence: 1_999 }
	const { body } = await act('make-bundle', { ...bundle, guides: ['2', '6'] })
	const buyer = await signedInClient(world)
	const { data } = await buyer.functions.invoke('create-payment', {
		body: { productName: bundle.title, price: 19.99, stripeProductId: body.id },
	})
	expect(data).toMatchObject({ url: expect.stringContaining('http') })
	const paying = await act('take-back-release', { product: '6' })
	expect(paying.body).toMatchObject({ message: expect.stringContaining('is paying') })
	await world.database.query(
		sql`update public.purchases set status = 'completed' where catalogue_id = ${String(body.id)}`,
	)
	const held = await act('take-back-release', { product: '6' })
	expect(held.body).toMatchObject({ message: expect.stringContaining('1 person has') })
})

test('releasing a product whose document says that it is paid needs a price, even if the database has it as free', async () => {
	// As a server of the release before writes it, while the shop is upgraded.
	await world.database.query(sql`update public.products set is_free = true where id = '4'`)
	await upload('4')
	expect((await act('release-product', { product: '4' })).body).toMatchObject({
		message: 'Say what it costs.',
	})
	await syncCatalogue(world.database, starterWith(catalogue))
})

test('of six who release a product, or take its release back, at the same moment, one does', async () => {
	const bearer = await owner.takeStep()
	await upload('4')
	const six = async (operation: string, body: object) => {
		const answers = await Promise.all(
			Array.from({ length: 6 }, () => actAdmin(world, operation, body, { bearer })),
		)
		return answers.map(({ status }) => status).sort()
	}
	const once = [200, ...Array<number>(5).fill(409)]
	expect(await six('release-product', { product: '4', price_pence: 599 })).toEqual([
		200,
		...Array(5).fill(409),
	])
	expect(await row('4')).toMatchObject({ coming_soon: false, price_pence: 599 })
	expect(await six('take-back-release', { product: '4' })).toEqual(once)
	expect(await row('4')).toEqual(isComingSoon)
	const history = await readHistory(world.database, { kind: 'product', id: '4' })
	expect(history.slice(0, 2)).toMatchObject([
		{
			change: 'release taken back',
			by: owner.email,
			decisions: { formerPrices: [{ pence: 599, cancelledBy: owner.email }] },
		},
		{
			change: 'released',
			by: owner.email,
			decisions: { release: { by: owner.email }, price: { pence: 599 } },
		},
	])
})
