import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { releasePurchase } from '#server/shop/decide-purchase.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { holdPurchase, lockPurchase, movePurchase } from '#server/shop/purchases.ts'
import { callAuth, newestToken, ownBrowser } from '#test/auth.ts'
import { anotherPaidCheckout, cv, openCheckout, paidCheckout } from '#test/checkout.ts'
import { anonymousClient, serviceRoleClient, signedInClient } from '#test/clients.ts'
import { signedIn, verified } from '#test/google.ts'
import { pauseEvents, sell, tamper } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'
import { sumSteps } from './sum-steps.ts'

const world = await useWorld({ sandbox: true, auth: { anonymousUsers: true } })
beforeAll(async () => {
	await pauseEvents(world)
})

const rowSchema = z.object({ step: z.string(), count: z.int() })

/** Sums the steps and returns the total of each. */
async function totals(): Promise<Map<string, number>> {
	await world.runJob('sum-steps', {})
	const rows = await world.database.query(
		sql`
		select concat_ws(' ', step, catalogue_id) as step, sum(count)::bigint as count
		from shop.daily_steps group by 1`,
		rowSchema,
	)
	return new Map(rows.map(({ step, count }) => [step, count]))
}

/**
 * Returns how many steps `act` added to the counts. If `accounts` is true, returns only the steps towards an account, otherwise
 * only the others.
 */
async function counted(act: () => Promise<unknown>, accounts = false): Promise<Record<string, number>> {
	const before = await totals()
	await act()
	await totals()
	const after = [...(await totals())].map(([step, count]) => [step, count - (before.get(step) ?? 0)] as const)
	const isShown = (step: string) => accounts === /email|OAuth/.test(step)
	return Object.fromEntries(after.filter(([step, more]) => more !== 0 && isShown(step)))
}

const studentGuide = {
	product_id: '1',
	product_name: 'Student Guide',
	price: 0,
	status: 'completed',
	currency: 'GBP',
}

async function take(
	client: SupabaseClient,
	headers: Record<string, string> = {},
	file = 'StudentGuide.pdf',
): Promise<void> {
	const { data, error } = await client.storage.from('pdfs').createSignedUrl(file, 300)
	if (error !== null) throw error
	await (await fetch(data.signedUrl, { headers })).arrayBuffer()
}

test('a checkout counts as begun once, however often Buy is pressed, and again after it expires', async () => {
	const client = await signedInClient(world)
	expect(
		await counted(async () => await Promise.all(Array.from({ length: 10 }, () => openCheckout(client, cv)))),
	).toEqual({ 'checkout begun 2': 1 })
	await world.database.query(sql`update shop.checkouts set expires_at = now() where session_id is not null`)
	expect(await counted(() => openCheckout(client, cv))).toEqual({ 'checkout begun 2': 1 })
})

test('a purchase without a Checkout Session does not count as a checkout begun', async () => {
	const [signedOut, client] = [anonymousClient(world), await signedInClient(world)]
	expect(
		await counted(async () => {
			await expect(openCheckout(signedOut, cv)).rejects.toThrow()
			await expect(openCheckout(client, { ...cv, stripeProductId: 'prod_none' })).rejects.toThrow()
			const { purchaseId } = await paidCheckout(world)
			await world.database.query(
				sql`update shop.checkouts set session_id = null where purchase_id = ${purchaseId}`,
			)
		}),
	).toEqual({})
})

test('a payment counts once, however often it is reported and whatever becomes of it', async () => {
	const { purchaseId, checkoutSession } = await paidCheckout(world)
	const tell = () =>
		world.database.asServer((tx) =>
			fulfil(tx, { checkoutSession, cause: 'event', paidAt: new Date(), shop: world.shop }),
		)
	expect(await counted(() => Promise.all(Array.from({ length: 8 }, tell)))).toMatchObject({ 'paid 2': 1 })
	expect(
		await counted(async () => {
			for (const status of ['disputed', 'completed', 'refunded', 'completed'] as const)
				await world.database.asServer(async (tx) => {
					const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId}`)
					if (purchase !== undefined) await movePurchase(tx, purchase, status, 'event')
				})
			await tell()
		}),
	).toEqual({})
})

test('a purchase on hold counts as paid once released, but a second payment never counts', async () => {
	const { purchaseId, userId } = await paidCheckout(world)
	await world.database.asServer(async (tx) => {
		const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId}`)
		if (purchase !== undefined) await holdPurchase(tx, purchase, 'looked odd', 'event')
	})
	expect(await counted(async () => {})).toEqual({})
	expect(
		await counted(() => world.database.asServer((tx) => releasePurchase(tx, purchaseId, world.shop))),
	).toEqual({ 'paid 2': 1 })
	const again = await anotherPaidCheckout(world, userId)
	const payment = { cause: 'event', paidAt: new Date(), shop: world.shop } as const
	await counted(async () => {})
	expect(
		await counted(() =>
			world.database.asServer((tx) => fulfil(tx, { ...payment, checkoutSession: again.checkoutSession })),
		),
	).toEqual({})
})

test('a free guide counts as taken once for each user', async () => {
	const [ada, ben] = [await signedInClient(world), await signedInClient(world)]
	expect(
		await counted(async () => {
			for (const client of [ada, ada, ben]) await client.from('purchases').insert(studentGuide)
		}),
	).toEqual({ 'taken 1': 2 })
})

test('reading a free guide online counts as downloaded or read, but not as taken', async () => {
	const ada = await signedInClient(world)
	expect(await counted(() => take(ada, {}, 'StudentGuide-read.json'))).toEqual({ 'downloaded 1': 1 })
	expect(await counted(() => take(ada))).toEqual({})
})

test('a download counts once for each user and guide, however often it is repeated', async () => {
	const [ada, ben] = [await signedInClient(world), await signedInClient(world)]
	expect(
		await counted(async () => {
			await Promise.all(
				Array.from({ length: 20 }, (_, part) => take(ada, { range: `bytes=${part * 9}-${part * 9 + 8}` })),
			)
			await take(ben)
		}),
	).toEqual({ 'downloaded 1': 2 })
	expect(
		await counted(async () => {
			await world.database.query(sql`
				insert into public.downloads (user_id, catalogue_id, file_name, sha256, at)
				select user_id, catalogue_id, file_name, sha256, at + interval '1 hour' from public.downloads`)
			await take(serviceRoleClient(world))
		}),
	).toEqual({})
})

test('a confirmed account counts once, even if its link is used twice', async () => {
	const email = 'counted@student.test'
	const signUp = () =>
		callAuth(world, '/signup', { body: { email, password: 'quiet-harbour-42', ...ownBrowser.challenge } })
	const verify = (token_hash: string, type: string) =>
		callAuth(world, '/verify', { body: { type, token_hash, code_verifier: ownBrowser.verifier } })
	expect(await counted(signUp, true)).toEqual({})
	const token = await newestToken(world, email)
	expect(await counted(() => verify(token, 'signup'), true)).toEqual({ 'confirmed by email': 1 })
	expect(
		await counted(async () => {
			await verify(token, 'signup')
			await signUp()
			await callAuth(world, '/recover', { body: { email } })
			await verify(await newestToken(world, email), 'recovery')
		}, true),
	).toEqual({})
})

test('recovering an account that was never confirmed counts as confirming it', async () => {
	const email = 'recovered@student.test'
	await callAuth(world, '/signup', { body: { email, password: 'quiet-harbour-42', ...ownBrowser.challenge } })
	await callAuth(world, '/recover', { body: { email } })
	const token_hash = await newestToken(world, email)
	expect(
		await counted(() => callAuth(world, '/verify', { body: { type: 'recovery', token_hash } }), true),
	).toEqual({ 'confirmed by email': 1 })
})

test('an anonymous user counts once they confirm an address', async () => {
	const [client, other] = [anonymousClient(world), anonymousClient(world)]
	expect(
		await counted(async () => {
			await client.auth.signInAnonymously()
			const { data } = await other.auth.signInAnonymously()
			await world.database.query(sql`delete from auth.users where id = ${data.user?.id}`)
		}, true),
	).toEqual({})
	const email = 'named.at.last@student.test'
	await client.auth.updateUser({ email })
	const token_hash = await newestToken(world, email)
	expect(await counted(() => client.auth.verifyOtp({ token_hash, type: 'email_change' }), true)).toEqual({
		'confirmed by email': 1,
	})
})

test('an account made with Google counts once, however often its user signs in', async () => {
	const join = () => signedIn(world, verified('joins@gmail.test'))
	expect(await counted(join, true)).toEqual({ 'joined by OAuth': 1 })
	expect(await counted(join, true)).toEqual({})
})

test('deleting an account takes nothing off the sums', async () => {
	const { client, userId } = await sell(world)
	await client.from('purchases').insert(studentGuide)
	await take(client)
	const before = await totals()
	await world.database.query(sql`delete from auth.users where id = ${userId}`)
	expect(await totals()).toEqual(before)
})

test('servers that sum at the same time count nothing twice', async () => {
	const client = await signedInClient(world)
	expect(
		await counted(async () => {
			await client.from('purchases').insert(studentGuide)
			await Promise.all(Array.from({ length: 10 }, () => sumSteps(world)))
		}),
	).toEqual({ 'taken 1': 1 })
})

test('a late purchase is added to its own day, in UTC, for up to forty days', async () => {
	const at = async (time: string) => {
		const { purchaseId } = await paidCheckout(world)
		await tamper(world, 'update public.purchases set created_at = $2 where id = $1', [purchaseId, time])
	}
	await totals()
	const [day] = await world.database.query(
		sql`select to_char(max(day) - 40, 'YYYY-MM-DD') as first from shop.daily_steps`,
	)
	await at(`${day?.first}T00:30:00+01:00`)
	await at(`${day?.first}T00:30:00Z`)
	await totals()
	const days = sql`select to_char(day, 'YYYY-MM-DD') as day, count from shop.daily_steps where day <= ${day?.first}::date`
	expect(await world.database.query(days)).toEqual([{ day: day?.first, count: 1 }])
})

test('a sale does not wait for locked sums, and if a run fails, the next one counts what it missed', async () => {
	const locked = Promise.withResolvers<void>()
	const sold = Promise.withResolvers<void>()
	const lock = world.database.asServer(async (tx) => {
		await tx.execute(sql`update shop.daily_steps set count = count`)
		locked.resolve()
		await sold.promise
	})
	await locked.promise
	const sum = sumSteps(world).catch(() => 'waited too long')
	await sell(world).finally(sold.resolve)
	await Promise.all([lock, sum])

	await totals()
	await tamper(world, 'alter table shop.daily_steps rename to daily_steps_away')
	await expect(sumSteps(world)).rejects.toThrow()
	await sell(world).finally(() => tamper(world, 'alter table shop.daily_steps_away rename to daily_steps'))
	const sale = await world.database.query(
		sql`select sum(count)::bigint as paid from shop.daily_steps where step = 'paid'`,
	)
	expect((await totals()).get('paid 2')).toBe(Number(sale[0]?.paid) + 1)
})
