import { expect, test } from 'vitest'
import { clientOf } from '../../e2e/people.ts'
import { slowDatabaseShopForFile } from './slow-database-shop.ts'
import { workersOf } from './workers-of.ts'

// Workers die while clients talk to each other.

const running = slowDatabaseShopForFile({ shopSettings: { WORKERS: '2' } })

test('broadcasts and presence reach the sockets of every worker, and those of a killed worker are missed within twenty seconds', {
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
	// Their clients connect again, to either worker, and are there once: those of the dead worker have gone with it.
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
