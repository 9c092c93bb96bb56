import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { planner } from '#test/checkout.ts'
import { freePort } from '#test/free-port.ts'
import { makePerson } from '../../e2e/people.ts'
import { publishableKeyOf } from '../../lab/bench/shop.ts'
import { shopForFile } from './fault-shop.ts'
import { inDatabase } from './in-database.ts'
import { keepBusy } from './keep-busy.ts'
import { seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'
import { workersOf } from './workers-of.ts'

// A server with several workers must behave like a server with a single process.

const metricsPort = await freePort()
const shop = shopForFile({
	WORKERS: '2',
	METRICS_PORT: String(metricsPort),
	RATE_LIMIT_SCALE: '1',
	RATE_LIMITS: 'checkout=10000/300,checkoutAddress=10000/300,takeFree=10000/300,signUp=1000/300',
})
const kills = isFull ? 8 : 2

const workers = () => workersOf(shop().process.pid())

/** Counts the sockets that listen on the shop's port: one for each worker that is open. */
async function listeners(): Promise<number> {
	const port = Number(new URL(shop().process.url).port).toString(16).toUpperCase().padStart(4, '0')
	const sockets = await readFile('/proc/net/tcp', 'utf8')
	return sockets.split('\n').filter((line) => new RegExp(`^ *\\d+: \\w+:${port} \\w+:0000 0A`).test(line))
		.length
}

/** Keeps opening connections. The returned function stops that, and says how many were tried and how many were refused. */
function knock(): () => Promise<{ refused: number; tried: number }> {
	const { hostname, port } = new URL(shop().process.url)
	const count = { refused: 0, tried: 0 }
	let isOver = false
	const knocking = (async () => {
		while (!isOver) {
			await new Promise<void>((resolve) => {
				const socket = connect(Number(port), hostname)
				socket.once('connect', () => resolve(void socket.destroy()))
				socket.once('error', (error) => {
					if ('code' in error && error.code === 'ECONNREFUSED') count.refused += 1
					resolve()
				})
			})
			count.tried += 1
			await pause(5)
		}
	})()
	return async () => {
		isOver = true
		await knocking
		return count
	}
}

/** Tries a password over a new connection, because the system chooses a worker for each connection. */
function tryPassword(email: string, apikey: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const sent = request(`${shop().process.url}/auth/v1/token?grant_type=password`, {
			method: 'POST',
			agent: false,
			headers: { apikey, 'content-type': 'application/json' },
		})
		sent.once('response', (response) => resolve(response.resume().statusCode))
		sent.once('error', reject)
		sent.end(JSON.stringify({ email, password: 'not the password' }))
	})
}

async function workersInLog(path: string): Promise<Set<unknown>> {
	const lines = (await readFile(join(shop().process.dataDir, 'shop.log'), 'utf8')).trim().split('\n')
	return new Set(
		lines.map((line) => JSON.parse(line)).flatMap((entry) => (entry.path === path ? entry.worker : [])),
	)
}

test('wrong passwords count across all workers', async () => {
	const shopper = await shop().shopper()
	const { data } = await shopper.client.auth.getUser()
	const key = await publishableKeyOf(shop().process)
	const statuses: unknown[] = []
	for (let attempt = 0; attempt < 16; attempt += 1)
		statuses.push(await tryPassword(data.user?.email ?? '', key))
	expect(statuses.filter((status) => status === 400)).toHaveLength(10)
	expect(statuses.slice(10)).toEqual(Array.from({ length: 6 }, () => 429))
	// Otherwise the test would say nothing about several workers.
	await expect.poll(() => workersInLog('/auth/v1/token')).toEqual(new Set([1, 2]))
	expect(await tryPassword(makePerson().email, key)).toBe(400)
	const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
	expect(metrics).toContain(
		'headstart_http_request_duration_seconds_count{route="/auth/v1/token",status="429"} 6\n',
	)
	expect(metrics).toContain('headstart_database_up 1\n')
})

test('every job runs once, in one of the workers', async () => {
	const buyers = await Promise.all(Array.from({ length: 8 }, () => shop().shopper()))
	await Promise.all(
		buyers.map(async (buyer) => {
			const checkoutSessionId = (await buyer.open(planner)) ?? ''
			expect(await buyer.pay(checkoutSessionId)).toBe(true)
			await buyer.returnTo(checkoutSessionId)
		}),
	)
	await shop().expectAgreement()
	const mails = await (await fetch(`${shop().process.sandboxUrl}/mailbox.json`)).text()
	expect(mails.split('"subject":"Your receipt: Student Budget Planner').length - 1).toBe(buyers.length)
	expect(
		await inDatabase(
			shop().process.dataDir,
			`select count(*)::integer as queues from pg_stat_activity where query ilike 'listen%jobs:insert%'`,
		),
	).toEqual([{ queues: 1 }])
})

test(`killed workers lose nothing and are replaced, and the port stays open (seed ${seed})`, {
	timeout: 120_000 + kills * 60_000,
}, async () => {
	const chance = seededChance(seed)
	const before = await workers()
	expect(before).toHaveLength(2)
	const shoppers = await Promise.all(Array.from({ length: 5 }, () => shop().shopper()))
	const opened = shop().promises.opened.length
	const busy = keepBusy(shoppers, chance)
	const stopKnocking = knock()
	for (let kill = 0; kill < kills; kill += 1) {
		await expect.poll(listeners, { timeout: 60_000 }).toBe(2)
		await pause(chance.between(0, 1_500))
		process.kill(chance.pick(await workers()), 'SIGKILL')
		await expect.poll(listeners, { interval: 2 }).toBe(1)
	}
	await expect.poll(listeners, { timeout: 60_000 }).toBe(2)
	await busy.stop()
	const { refused, tried } = await stopKnocking()
	expect(refused).toBe(0)
	expect(tried).toBeGreaterThan(100)
	expect(shop().promises.opened.length).toBeGreaterThan(opened)
	expect(await workers()).not.toEqual(before)
	await shop().expectAgreement()
})

test('stopping the server stops its workers, and it starts again with as many', async () => {
	const pids = await workers()
	expect(await shop().process.stop()).toBe(0)
	for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
	await shop().process.restart()
	expect(await workers()).toHaveLength(2)
	await expect.poll(listeners, { timeout: 60_000 }).toBe(2)
})
