import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cv, planner } from '#test/checkout.ts'
import { runStatement } from '#test/run-statement.ts'
import { clientOf } from '../../e2e/people.ts'
import { keepBusy } from './keep-busy.ts'
import { type Chance, seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'
import { freeGuides, type Shopper, tell } from './shopper.ts'
import { slowDatabaseShopForFile } from './slow-database-shop.ts'
import { type Watcher, watchAs } from './watcher.ts'
import { workersOf } from './workers-of.ts'

// Servers and the database die while users watch their purchases on several devices.

const running = slowDatabaseShopForFile({ shopSettings: { WORKERS: '2' } })
const rounds = isFull ? 4 : 1

const rows = (statement: string) => runStatement(running().superuserUrl(), statement)

/** Returns the guides that a user has according to the database. */
async function guidesOf({ userId }: Shopper): Promise<unknown[]> {
	const found = await rows(
		`select product_id from public.purchases where user_id = '${userId}' and status = 'completed' order by product_id collate "C"`,
	)
	return found.map(({ product_id }) => product_id)
}

/** Lets a user buy paid guides and have them refunded. */
function buyingAndReturning(shopper: Shopper): Shopper {
	const checkoutSessionIds: string[] = []
	return {
		...shopper,
		doSomething: async (chance: Chance) => {
			if (checkoutSessionIds.length > 0 && chance.happens(50)) {
				await tell(
					running().shop.process,
					`/stripe/checkout-sessions/${chance.pick(checkoutSessionIds)}/refund`,
					{},
				)
				return
			}
			const checkoutSessionId = await shopper.open(chance.pick([cv, planner]))
			if (checkoutSessionId === undefined) return
			checkoutSessionIds.push(checkoutSessionId)
			await shopper.pay(checkoutSessionId)
			if (chance.happens(50)) await shopper.returnTo(checkoutSessionId)
		},
	}
}

/** Signs a user in on another device, which watches too. */
async function anotherDevice({ person, userId }: Shopper): Promise<Watcher> {
	const client = await clientOf(running().shop.process)
	const { error } = await client.auth.signInWithPassword(person)
	if (error !== null) throw error
	return await watchAs(client, userId)
}

const isWatching = ({ states }: Watcher) => states.at(-1) === 'Subscribed to PostgreSQL'

test(`every signed-in device learns of every sale and refund while servers and PostgreSQL are being killed (seed ${seed})`, {
	timeout: 180_000 + rounds * 90_000,
}, async () => {
	const { shop, postgres, startPostgres } = running()
	const chance = seededChance(seed)
	const shoppers = (await Promise.all(Array.from({ length: 3 }, () => shop.shopper()))).map(
		buyingAndReturning,
	)
	const watching = await Promise.all(
		shoppers.flatMap((shopper) =>
			[watchAs(shopper.client, shopper.userId), anotherDevice(shopper)].map(async (watcher) => ({
				shopper,
				watcher: await watcher,
			})),
		),
	)
	const devices = watching.map(({ watcher }) => watcher)
	await expect.poll(() => devices.every(isWatching)).toBe(true)
	const faults = {
		worker: async () => process.kill(chance.pick(await workersOf(shop.process.pid())), 'SIGKILL'),
		server: async () => {
			const workers = await workersOf(shop.process.pid())
			await shop.process.kill()
			// A worker that outlived the parent would keep the port open, and half of the provider's events would wait for it in vain.
			await expect.poll(() => workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
			const starts = () => shop.process.output().split('The shop is open').length
			const before = starts()
			await shop.restart()
			// So far, one worker answers. Waits for the others, because the start fails if a worker loses the database meanwhile.
			await expect.poll(starts).toBe(before + 1)
		},
		database: async () => {
			process.kill(postgres().pid, 'SIGQUIT')
			await expect.poll(() => running().status('/readyz')).toBe(503)
			await startPostgres()
		},
	}
	for (let round = 0; round < rounds; round += 1) {
		const busy = keepBusy(shoppers, chance)
		const [first] = shoppers
		if (first === undefined) throw new Error('nobody shops')
		const leaver = await anotherDevice(first)
		await expect.poll(() => isWatching(leaver), { timeout: 30_000 }).toBe(true)
		let signedOutAt = new Date()
		for (const fail of Object.values(faults)) {
			await new Promise((resolve) => setTimeout(resolve, chance.between(300, 1_500)))
			if (fail === faults.server) {
				// The server dies before it can announce that the session has ended.
				expect((await leaver.client.auth.signOut({ scope: 'local' })).error).toBeNull()
				signedOutAt = new Date()
			}
			await fail()
		}
		await busy.stop()
		await tell(shop.process, '/stripe/events/hurry', {})
		await shop.expectAgreement()
		await expect.poll(() => devices.every(isWatching), { timeout: 60_000 }).toBe(true)
		// The devices read nothing more. What they show came in a message, or was read when they last connected.
		for (const { shopper, watcher } of watching)
			await expect.poll(() => watcher.guides).toEqual(await guidesOf(shopper))
		expect(leaver.told.filter(({ at }) => at > signedOutAt)).toEqual([])
		await leaver.close()
	}
	for (const device of devices) device.told.length = 0
	for (const shopper of shoppers) expect(await shopper.take(freeGuides[0])).toBe(true)
	for (const { shopper, watcher } of watching) {
		await expect
			.poll(() => watcher.told.map(({ row }) => row))
			.toEqual([{ user_id: shopper.userId, product_id: freeGuides[0].id, status: 'completed' }])
		await expect.poll(() => watcher.guides).toEqual(await guidesOf(shopper))
	}
	// Without a sale the test would prove nothing.
	expect(await rows("select from public.purchases where price > 0 and status <> 'pending'")).not.toEqual([])
	for (const device of devices) await device.close()
})

test('broadcasts and presence reach the sockets of every worker, even after one is killed', {
	timeout: 180_000,
}, async () => {
	const { process: server } = running().shop
	const heard: { hello: Set<unknown>; present: string[] }[] = []
	const clients = await Promise.all(Array.from({ length: 8 }, () => clientOf(server)))
	const channels = clients.map((client, index) => {
		const mine: { hello: Set<unknown>; present: string[] } = { hello: new Set(), present: [] }
		heard.push(mine)
		const channel = client.channel('room', { config: { presence: { key: `device ${index}` } } })
		channel
			.on('broadcast', { event: 'hello' }, ({ payload }) => mine.hello.add(payload.from))
			.on('presence', { event: 'sync' }, () => {
				mine.present = Object.keys(channel.presenceState()).toSorted()
			})
			.subscribe((state) => {
				if (state === 'SUBSCRIBED') void channel.track({})
			})
		return channel
	})
	const everyone = channels.map((_, index) => `device ${index}`)
	const present = () => heard.map((one) => one.present)
	const all = heard.map(() => everyone)
	await expect.poll(present, { timeout: 30_000 }).toEqual(all)
	for (const [index, channel] of channels.entries())
		await channel.send({ type: 'broadcast', event: 'hello', payload: { from: index } })
	await expect.poll(() => heard.map(({ hello }) => hello.size)).toEqual(heard.map(() => 7))
	const [victim = 0] = await workersOf(server.pid())
	process.kill(victim, 'SIGKILL')
	const joined = () => channels.filter(({ state }) => state === 'joined').length
	await expect.poll(joined, { interval: 5 }).toBeLessThan(8)
	await expect.poll(joined, { timeout: 40_000 }).toBe(8)
	// The clients of the dead worker connect again, to either worker. Each must be present only once, because their earlier
	// presence is gone.
	await expect.poll(present, { timeout: 40_000 }).toEqual(all)
	await expect
		.poll(() => channels.map((channel) => Object.values(channel.presenceState()).flat().length), {
			timeout: 30_000,
		})
		.toEqual(heard.map(() => 8))
	for (const one of heard) one.hello.clear()
	for (const [index, channel] of channels.entries())
		await channel.send({ type: 'broadcast', event: 'hello', payload: { from: index } })
	await expect.poll(() => heard.map(({ hello }) => hello.size)).toEqual(heard.map(() => 7))
	for (const client of clients) {
		await client.removeAllChannels()
		await client.realtime.disconnect()
	}
})
