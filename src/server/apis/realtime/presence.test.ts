import pino from 'pino'
import { expect, test } from 'vitest'
import { type Bus, createBus } from '#server/apis/realtime/bus.ts'
import { Hub } from '#server/apis/realtime/hub.ts'
import { createWindow } from '#server/apis/realtime/limits.ts'
import { createPresence } from '#server/apis/realtime/presence.ts'
import type { Sql } from '#server/platform/db/sql.ts'

const buses: Bus[] = []

/** A server whose connection to PostgreSQL can fail. */
function startServer() {
	const state = { isAway: false, lost: 0 }
	const bus: Bus = createBus({
		database: {
			query: async ({ values }: Sql) => {
				if (state.isAway) throw new Error('PostgreSQL is away')
				for (const part of values.flat())
					if (typeof part === 'string') for (const other of buses) other.receive(part)
				return []
			},
		},
		onMessages: (server, messages) => {
			for (const message of messages) presence.receive(server, message)
		},
		onLost: () => {
			state.lost += 1
		},
		log: pino({ level: 'silent' }),
	})
	buses.push(bus)
	const presence = createPresence({ hub: new Hub(), bus, mostPerTopic: 10 })
	return { state, presence }
}

const device = (key: string) => ({
	key: 'public:room',
	presence: { key, isShown: true, window: createWindow(10, 1_000) },
})

test('servers agree on who is present after lost messages or a silence, and while one server is stopping', async () => {
	const [one, other] = [startServer(), startServer()]
	const seen = () => Object.keys(JSON.parse(other.presence.state('public:room')))
	const [phone, laptop] = [device('phone'), device('laptop')]
	one.presence.track(phone, '{}')
	await expect.poll(seen).toEqual(['phone'])

	one.state.isAway = true
	one.presence.untrack(phone)
	one.presence.track(laptop, '{}')
	await expect.poll(() => one.state.lost).toBeGreaterThan(0)
	one.state.isAway = false
	expect(seen()).toEqual(['phone'])
	one.presence.tell()
	await expect.poll(seen).toEqual(['laptop'])

	other.presence.sweep(performance.now() + 16_000)
	expect(seen()).toEqual([])
	one.presence.sweep(performance.now() + 6_000)
	await expect.poll(seen).toEqual(['laptop'])

	one.presence.leave()
	await expect.poll(seen).toEqual([])
	other.presence.ask()
	one.presence.sweep(performance.now() + 60_000)
	await Promise.all(buses.map((bus) => bus.flushed()))
	expect(seen()).toEqual([])
})
