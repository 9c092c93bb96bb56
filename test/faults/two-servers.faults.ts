import pg from 'pg'
import { expect, test } from 'vitest'
import { cv, planner } from '#test/checkout.ts'
import { keepBusy } from './keep-busy.ts'
import { seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'
import { pairForFile } from './shop-pair.ts'
import { freeGuides } from './shopper.ts'
import { sendEvent } from './signed-event.ts'

const kills = isFull ? 20 : 2

const pair = pairForFile({ isLarge: true })

test('twenty simultaneous clicks on two servers open one checkout', async () => {
	const buyer = await pair().shopper()
	const opened = await Promise.all(Array.from({ length: 20 }, () => buyer.open(cv)))
	expect(new Set(opened.filter((id) => id !== undefined)).size).toBe(1)
	expect(await pair().checkoutSessionsOf(buyer)).toBe(1)
	expect(await rows(`select status from public.purchases where user_id = '${buyer.userId}'`)).toEqual([
		{ status: 'pending' },
	])
})

test('a hundred concurrent deliveries of one event to two servers complete its purchase once, with one receipt', async () => {
	const buyer = await pair().shopper()
	await pair().switches({ events: { paused: true } })
	const checkoutSessionId = (await buyer.open(planner)) ?? ''
	await buyer.pay(checkoutSessionId)
	const event = await completedEvent(checkoutSessionId)
	const answers = await Promise.all([
		...Array.from({ length: 100 }, () => sendEvent(pair().url, pair().webhookSecret, event)),
		...Array.from({ length: 20 }, async () =>
			(await buyer.returnTo(checkoutSessionId)) === undefined ? 500 : 200,
		),
	])
	expect(new Set(answers)).toEqual(new Set([200]))
	await pair().switches({ events: { paused: false } })
	await pair().expectAgreement()
	expect(
		await rows(`
			select h.to_status from shop.purchase_history h join public.purchases p on p.id = h.purchase_id
			where p.stripe_session_id = '${checkoutSessionId}' order by h.id`),
	).toEqual([{ to_status: 'pending' }, { to_status: 'completed' }])
	const mails: unknown = await (await fetch(`${pair().sandboxUrl}/mailbox.json`)).json()
	expect(JSON.stringify(mails).split('"subject":"Your receipt: Student Budget Planner').length - 1).toBe(1)
})

test('one link to a file in the bucket works on every worker of both servers', async () => {
	const buyer = await pair().shopper()
	const [guide] = freeGuides
	const { data, error } = await buyer.client.storage.from('pdfs').createSignedUrl(guide.file, 60)
	expect(error).toBeNull()
	const link = new URL(data?.signedUrl ?? '')
	const files = await Promise.all(
		Array.from({ length: 20 }, async () => {
			const answer = await fetch(link, { headers: { connection: 'close' } })
			return `${answer.status} ${(await answer.arrayBuffer()).byteLength}`
		}),
	)
	expect(new Set(files).size).toBe(1)
	expect(files[0]).toMatch(/^200 \d{5,}$/)
})

test('a change of price is on every page of both servers within five seconds, and no page mixes two prices', async () => {
	const [before, after] = ['£5.99', '£7.77']
	const paths = [
		'/',
		'/premium',
		'/finance',
		'/products/budget-planner',
		'/get/budget-planner',
		'/premium.data',
	]
	const addresses = pair().servers.flatMap(({ url }) => paths.map((path) => url + path))
	const pounds = (text: string) =>
		new Set(
			Array.from(text.matchAll(/£(?:5\.99|7\.77)|\b(?:599|777)\b/g), ([found]) =>
				found.replace(/^(\d)/, '£$1.'),
			),
		)
	const prices = async (address: string) => {
		const answer = await fetch(address)
		expect([address, answer.status]).toEqual([address, 200])
		return pounds(await answer.text())
	}
	const isOld = (found: Set<string>) => found.has(before)
	for (const address of addresses) expect([address, isOld(await prices(address))]).toEqual([address, true])
	let isChanging = true
	const seen = Array.from({ length: 8 }, async () => {
		while (isChanging)
			for (const address of addresses) expect([address, (await prices(address)).size]).toEqual([address, 1])
	})
	await rows(`
		update shop.documents
		set decisions = decisions || jsonb_build_object('plannedPrice', jsonb_build_object('pence', 777, 'from', now(), 'by', 'Ada'))
		where kind = 'product' and id = '3'`)
	const since = performance.now()
	const outdated = new Set(addresses)
	while (outdated.size > 0 && performance.now() - since < 15_000)
		for (const address of outdated) if (!isOld(await prices(address))) outdated.delete(address)
	isChanging = false
	await Promise.all(seen)
	expect([...outdated]).toEqual([])
	expect(performance.now() - since).toBeLessThan(5_000)
	expect((await prices(`${pair().url}/premium`)).has(after)).toBe(true)
})

test(`while one of two servers is killed repeatedly, the other carries on and nothing is lost (F21, seed ${seed})`, {
	timeout: 90_000 + kills * 15_000,
}, async () => {
	const chance = seededChance(seed)
	const shoppers = await Promise.all(Array.from({ length: 4 }, () => pair().shopper()))
	const busy = keepBusy(shoppers, chance)
	for (let kill = 0; kill < kills; kill += 1) {
		await new Promise((resolve) => setTimeout(resolve, chance.between(300, 1_500)))
		const victim = chance.pick(pair().servers)
		await victim.kill()
		// An open connection to the dead server breaks first. The next connection goes to the other server.
		await expect.poll(ready, { timeout: 2_000 }).toBe(true)
		await victim.restart()
	}
	// After the last kill, the server stays down, and the other one has to finish its work.
	const [first] = pair().servers
	await first.kill()
	await busy.stop()
	await fetch(`${pair().sandboxUrl}/stripe/events/hurry`, { method: 'POST', body: '{}', headers: json })
	await pair().expectAgreement()
	await first.restart()
	expect(pair().promises.opened.length).toBeGreaterThan(0)
})

const ready = () =>
	fetch(`${pair().url}/readyz`).then(
		({ ok }) => ok,
		() => false,
	)

const json = { 'content-type': 'application/json' }

async function rows(query: string): Promise<unknown[]> {
	const client = new pg.Client({ connectionString: pair().superuserUrl })
	await client.connect()
	try {
		return (await client.query(query)).rows
	} finally {
		await client.end()
	}
}

async function completedEvent(checkoutSessionId: string): Promise<string> {
	const events: { event: { type: string; data: { object: { id: string } } } }[] = await (
		await fetch(`${pair().sandboxUrl}/stripe/events.json`)
	).json()
	const found = events.find(
		({ event }) => event.type === 'checkout.session.completed' && event.data.object.id === checkoutSessionId,
	)
	if (found === undefined) throw new Error(`no event of ${checkoutSessionId}`)
	return JSON.stringify(found.event)
}
