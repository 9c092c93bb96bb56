import { cv, planner } from '#test/checkout.ts'
import type { ShopProcess } from '../../../e2e/shop-process.ts'
import { noPromises } from '../../../test/faults/promises.ts'
import { createShopper, freeGuides, type Shopper, tell } from '../../../test/faults/shopper.ts'

/** Does what users do on an ordinary day: sign up and in, look at their guides, take one, buy two, download, review, and ask for a refund. */
export async function liveADay(shop: ShopProcess, rounds: number): Promise<void> {
	const shopper = await createShopper({ url: shop.url, sandboxUrl: shop.sandboxUrl, promises: noPromises() })
	const { client, person, userId } = shopper
	const [guide] = freeGuides
	await shopper.take(guide)
	const checkoutSessionIds: string[] = []
	for (const product of [cv, planner]) {
		const checkoutSessionId = (await shopper.open(product)) ?? ''
		await shopper.pay(checkoutSessionId)
		await shopper.returnTo(checkoutSessionId)
		checkoutSessionIds.push(checkoutSessionId)
	}
	for (let round = 0; round < rounds; round += 1) {
		await look(shopper)
		const { data, error } = await client.storage.from('pdfs').createSignedUrl(guide.file, 60)
		if (error !== null) throw error
		const file = await fetch(new URL(data.signedUrl, shop.url))
		if (!file.ok) throw new Error(`the guide could not be fetched: ${file.status}`)
		await file.arrayBuffer()
		await client.auth.refreshSession()
		await client.auth.getUser()
		if (round % 4 === 0) await client.auth.signInWithPassword(person)
	}
	await client.from('reviews').insert({ user_id: userId, catalogue_id: guide.id, rating: 5, body: 'Good.' })
	await tell(shop, `/stripe/checkout-sessions/${checkoutSessionIds[0]}/refund`, {})
	await tell(shop, `/stripe/checkout-sessions/${checkoutSessionIds[1]}/dispute`, {})
	await client.auth.signOut()
}

/** Reads what the pages read about a user. */
async function look({ client, userId }: Shopper): Promise<void> {
	const answers = await Promise.all([
		client
			.from('purchases')
			.select('catalogue_id, product_name, status')
			.eq('user_id', userId)
			.eq('status', 'completed'),
		client
			.from('purchases')
			.select('id, catalogue_id, product_name, price, status, created_at')
			.eq('user_id', userId)
			.in('status', ['completed', 'refunded', 'disputed', 'held'])
			.order('created_at', { ascending: false }),
		client.from('products').select('id, title, file_name, edition, withdrawn'),
		client
			.from('downloads')
			.select('catalogue_id, file_name, edition, at')
			.eq('user_id', userId)
			.order('at', { ascending: false }),
		client
			.from('receipts')
			.select('number, purchase_id, amount, paid_at')
			.eq('user_id', userId)
			.order('paid_at', { ascending: false }),
		client
			.from('refunds')
			.select('purchase_id, kind, amount, at')
			.eq('user_id', userId)
			.eq('stands', true)
			.order('at'),
		client.from('reviews').select('id, rating, body').eq('catalogue_id', '2'),
		client
			.from('published_reviews')
			.select('serial, rating, body, author_name')
			.eq('catalogue_id', '2')
			.lt('serial', 100_000)
			.order('serial', { ascending: false })
			.limit(50),
	])
	for (const { error } of answers) if (error !== null) throw new Error(error.message)
}
