import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readHistory } from '#server/features/content/document-rows.ts'
import { readProducts } from '#server/shop/products.ts'
import { actAdmin, readAdmin, signedInMember } from '#test/admin-api.ts'
import { cv, openCheckout, pay } from '#test/checkout.ts'
import { signedInClient } from '#test/clients.ts'
import { yearOfNextJuly } from '#test/set-price.ts'
import { freeGuide } from '#test/two-buyers.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ admin: 'public', goods: true, sandbox: true })
const owner = await signedInMember(world, 'owner')

const act = async (name: string, body: object) =>
	await actAdmin(world, name, body, { bearer: await owner.takeStep() })
const willOf = async (name: string, body: object) => (await act(name, { ...body, preview: true })).body.will
const offered = async (id: string) => (await readProducts(world.database, [id]))[0]
const take = async (client: SupabaseClient, guide: object) =>
	(await client.from('purchases').insert(guide)).status
const freeCv = { ...freeGuide(), product_id: '2', product_name: cv.productName }
const sold = { productName: 'Student Guide', price: 4.99, stripeProductId: 'prod_guide_1' }
const download = async (client: SupabaseClient, file: string) =>
	(await client.storage.from('pdfs').createSignedUrl(file, 60)).error
const refusalOf = async (client: SupabaseClient, body: object) => {
	const { error } = await client.functions.invoke('create-payment', { body })
	if (!(error instanceof FunctionsHttpError)) return null
	const response: Response = error.context
	return Object(await response.json()).code
}

afterEach(async () => {
	await act('give-away', { product: '1' })
	await act('sell', { product: '2', price_pence: 1_499 })
})

test('a guide that was sold is given away: buyers keep it, open checkouts can be paid, and anybody takes it', async () => {
	const [buyer, late, taker] = await Promise.all([1, 2, 3].map(() => signedInClient(world)))
	if (buyer === undefined || late === undefined || taker === undefined) throw new Error('no clients')
	const session = await openCheckout(buyer, cv)
	await pay(world, session)
	await buyer.functions.invoke('confirm-payment', { body: { sessionId: session } })
	const open = await openCheckout(late, cv)
	await act('make-code', { code: 'AWAY', percent_off: 10, guides: ['2'] })
	const bundle = { title: 'CV and budget', sentence: 'Both.', price_pence: 1_499, guides: ['2', '3'] }
	expect((await act('make-bundle', bundle)).status).toBe(200)
	const july = `${yearOfNextJuly()}-07-01T09:00`
	expect((await act('set-price', { product: '2', price_pence: 1_299, from: july })).status).toBe(200)

	const will = z.array(z.string()).parse(await willOf('give-away', { product: '2' }))
	const quoted = will.filter((sentence) => sentence.startsWith('“'))
	expect(quoted).toContain(
		'“Can I have my money back?” may no longer be true (Its page, Questions, 8, Question).',
	)
	expect(will).toEqual([
		'Gives CV Secrets No One Tells You away instead of selling it at £14.99, everywhere within about ten seconds: on its page, on the shelves and under “Free”.',
		'1 person has it and keeps it. Nobody is refunded by this.',
		'1 person has opened a checkout that can still be paid, for 23 hours at most. Those who pay there get the guide, and you can refund them. No other checkout opens.',
		'The bundle “CV and budget” isn’t offered as long as CV Secrets No One Tells You is free.',
		'The code AWAY takes nothing off it as long as it’s free.',
		expect.stringMatching(/^The price of £12\.99 planned from 1 July \d{4} at 09:00 is cancelled\.$/),
		'Its own words stay as they are. Read them under Words.',
		...quoted,
		'You can sell it again at any time.',
	])
	expect(await offered('2')).toMatchObject({ isFree: false, pricePence: 1_499 })
	expect((await act('give-away', { product: '2' })).status).toBe(200)
	expect(await offered('2')).toMatchObject({ isFree: true, pricePence: null, stripeProductId: null })
	expect((await willOf('give-away', { product: '2' })) ?? null).toEqual([])

	expect(await refusalOf(taker, cv)).toBe('not_for_sale')
	expect(await take(taker, freeCv)).toBe(201)
	expect(await take(buyer, freeCv)).toBe(409)
	for (const client of [taker, buyer])
		expect(await download(client, (await offered('2'))?.pdfFileName ?? '')).toBeNull()
	await pay(world, open)
	const { data } = await late.functions.invoke('confirm-payment', { body: { sessionId: open } })
	expect(data).toMatchObject({ status: 'completed' })
	const { body } = await readAdmin(world, 'product?id=2', { bearer: owner.accessToken })
	expect(body).toMatchObject({ status: 'free', price_pence: null, is_free: true, planned: null })
})

test('a guide that was free is sold: its holders keep it, nobody else takes it, and it is bought at its price', async () => {
	const [holder, buyer] = [await signedInClient(world), await signedInClient(world)]
	expect(await take(holder, freeGuide())).toBe(201)
	expect(await willOf('sell', { product: '1', price_pence: 499 })).toEqual([
		'Sells Student Guide at £4.99 instead of giving it away, everywhere within about ten seconds: on its page, on the shelves and under “Premium”.',
		'1 person has it and keeps it: the downloads, reading online, and new editions. They pay nothing.',
		'VAT is charged at the rate shown under its price afterwards, which you can change there. Ask an accountant whether it is an e-book.',
		'Its own words stay as they are. Read them under Words.',
		expect.stringMatching(
			/^“A budget that survives November: .+…” may no longer be true \(Pictures, 5, Alternative text\)\.$/,
		),
		'“Student Guide, free” may no longer be true (Its page, Title in search results).',
		'“Free, for home and international students.” may no longer be true (Its page, Description in search results).',
		'“If it is free, why do I need an account?” may no longer be true (Its page, Questions, 4, Question).',
		'“We ask for no card.” may no longer be true (Its page, Questions, 4, Answer).',
		'You can give it away again at any time.',
	])
	expect((await act('sell', { product: '1', price_pence: 499 })).status).toBe(200)
	expect(await offered('1')).toMatchObject({
		isFree: false,
		pricePence: 499,
		stripeProductId: 'prod_guide_1',
		taxCode: 'txcd_10503000',
	})
	expect(await take(buyer, freeGuide())).toBe(403)
	const file = (await offered('1'))?.pdfFileName ?? ''
	expect(await download(buyer, file)).not.toBeNull()
	expect(await download(holder, file)).toBeNull()
	expect(await refusalOf(holder, sold)).toBe('already_purchased')
	const session = await openCheckout(buyer, sold)
	await pay(world, session)
	await buyer.functions.invoke('confirm-payment', { body: { sessionId: session } })
	expect(await download(buyer, file)).toBeNull()

	expect((await act('set-price', { product: '1', price_pence: 599 })).status).toBe(200)
	expect((await act('give-away', { product: '1' })).status).toBe(200)
	expect(await offered('1')).toMatchObject({ isFree: true, pricePence: null, taxCode: null })
})

test('decided six times at the same moment, it happens once, and the history says so', async () => {
	const changes = async () =>
		(await readHistory(world.database, { kind: 'product', id: '2' })).filter(
			({ change }) => change === 'given away',
		).length
	const before = await changes()
	const answers = await Promise.all(Array.from({ length: 6 }, () => act('give-away', { product: '2' })))
	expect(answers.some(({ status }) => status === 200)).toBe(true)
	expect(await changes()).toBe(before + 1)
})

test.each([
	['sell', { product: '2', price_pence: 999 }, /is sold at £14\.99 already/],
	['set-price', { product: '1', price_pence: 999 }, /is free, so it has no price/],
	['give-away', { product: '4' }, /is coming soon/],
	['sell', { product: '1', price_pence: 29 }, /at least 30 pence/],
])('%s is refused with a reason: %o', async (name, body, reason) => {
	expect(JSON.stringify((await act(name, body)).body)).toMatch(reason)
})

test('what is off sale is put on sale again first', async () => {
	await act('take-off-sale', { product: '2' })
	expect((await act('give-away', { product: '2' })).body.message).toMatch(/isn’t on sale/)
	await act('put-on-sale', { product: '2' })
})
