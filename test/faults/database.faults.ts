import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start.ts'
import { cv } from '#test/checkout.ts'
import { freePort } from '#test/free-port.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type FaultShop, startFaultShop } from './fault-shop.ts'
import { keepBusy } from './keep-busy.ts'
import { seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'

// The database dies, stops, or has no room, while the server lives on.

const mostConnections = 40
let folder: string
let postgres: EmbeddedPostgres
let line: Balancer
let shop: FaultShop
let isStopped = false

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-database-'))
	await chmod(folder, 0o755)
	postgres = await start()
	const port = await freePort()
	line = await startBalancer(port, () => [Number(new URL(postgres.url).port)])
	const throughLine = Object.assign(new URL(postgres.url), { port: String(port) }).href
	shop = await startFaultShop({ DATABASE_URL: throughLine }, { folder, databaseUrl: () => postgres.url })
}, 90_000)

afterEach(() => {
	if (isStopped) wake()
})

afterAll(async () => {
	await shop?.process.dispose()
	await line?.close()
	await postgres?.stop()
	await rm(folder, { recursive: true, force: true })
}, 60_000)

function start(): Promise<EmbeddedPostgres> {
	return startEmbeddedPostgres({
		dataDir: folder,
		log: () => {},
		settings: { max_connections: String(mostConnections) },
	})
}

async function status(path: string): Promise<number> {
	try {
		return (await fetch(`${shop.process.url}${path}`, { signal: AbortSignal.timeout(15_000) })).status
	} catch (error) {
		throw new Error(`the server did not answer; it printed:\n${shop.process.output()}`, { cause: error })
	}
}

/** What has to go on without a database: pages, and the word that the process lives. */
async function expectPagesServed(): Promise<void> {
	const began = performance.now()
	expect(await status('/')).toBe(200)
	expect(await status('/healthz')).toBe(200)
	expect(performance.now() - began).toBeLessThan(1_000)
}

/** What must be refused in a way the provider and browsers try again after. */
async function expectRefusals(): Promise<void> {
	expect(await status('/readyz')).toBe(503)
	const event = await fetch(`${shop.process.url}/functions/v1/stripe-webhook`, {
		method: 'POST',
		body: '{}',
		headers: { 'stripe-signature': 't=1,v1=00' },
	})
	expect([400, 503]).toContain(event.status)
}

async function expectReadyWithin(ms: number): Promise<void> {
	await expect.poll(() => status('/readyz'), { timeout: ms, interval: 100 }).toBe(200)
}

test.for([
	['F1: killed with all its children', 'SIGKILL'],
	['F2: stopped at once and started again', 'SIGQUIT'],
] as const)(
	'PostgreSQL %s, under load: no yes is taken back, and the shop is ready again within 5 s',
	{
		timeout: 150_000,
	},
	async ([, signal]) => {
		const { pid } = shop.process
		const server = pid()
		const shoppers = await Promise.all(Array.from({ length: 3 }, () => shop.shopper()))
		const busy = keepBusy(shoppers, seededChance(seed))
		for (let times = 0; times < (isFull ? 3 : 1); times += 1) {
			await new Promise((resolve) => setTimeout(resolve, 1_500))
			for (const each of signal === 'SIGKILL' ? processes() : [postgres.pid]) process.kill(each, signal)
			await expect.poll(() => status('/readyz')).toBe(503)
			await expectPagesServed()
			await expectRefusals()
			postgres = await start()
			await expectReadyWithin(5_000)
		}
		await busy.stop()
		await shop.expectAgreement()
		expect(pid()).toBe(server)
		expect((await shop.shopper()).userId).toMatch(/^[0-9a-f-]{36}$/)
	},
)

test('F2: every connection cut at once, the pool mends itself', { timeout: 120_000 }, async () => {
	const shopper = await shop.shopper()
	await inDatabase(
		"select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'headstart%'",
	)
	await expectReadyWithin(5_000)
	await expect.poll(() => shopper.open(cv)).toMatch(/^cs_test_/)
	await shop.expectAgreement()
})

test('F4: PostgreSQL hangs; requests end in time, pages go on, and all is well when it wakes', {
	timeout: 150_000,
}, async () => {
	const shopper = await shop.shopper()
	isStopped = true
	for (const each of processes()) process.kill(each, 'SIGSTOP')
	try {
		const began = performance.now()
		const waiting = Promise.all(
			Array.from({ length: 30 }, () => shopper.client.from('purchases').select('status').retry(false)),
		)
		await expectPagesServed()
		for (const { error } of await waiting) expect(error).not.toBeNull()
		expect(performance.now() - began).toBeLessThan(15_000)
	} finally {
		wake()
	}
	await expectReadyWithin(10_000)
	expect((await shopper.client.from('purchases').select('status')).error).toBeNull()
})

test('F5: no connection left; the shop says so at once and recovers by itself', {
	timeout: 120_000,
}, async () => {
	await inDatabase(
		"select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'headstart%'",
	)
	const hogs: pg.Client[] = []
	try {
		for (;;) {
			const hog = new pg.Client({ connectionString: postgres.url })
			hog.on('error', () => {})
			try {
				await hog.connect()
			} catch {
				break
			}
			hogs.push(hog)
		}
		await inHog(
			hogs,
			"select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'headstart%'",
		)
		await expectPagesServed()
		await expect.poll(() => status('/readyz'), { timeout: 10_000 }).toBe(503)
	} finally {
		for (const hog of hogs) await hog.end()
	}
	await expectReadyWithin(5_000)
	await shop.expectAgreement()
})

async function inDatabase(query: string): Promise<void> {
	const client = new pg.Client({ connectionString: postgres.url })
	await client.connect()
	await client.query(query)
	await client.end()
}

/** Cuts the shop off, and takes the places that this frees before it can. */
async function inHog([hog]: readonly pg.Client[], query: string): Promise<void> {
	await hog?.query(query)
}

/** Lets what was stopped go on, also where a test failed meanwhile. */
function wake(): void {
	isStopped = false
	for (const each of processes()) process.kill(each, 'SIGCONT')
}

/** The postmaster and everything it started. */
function processes(): number[] {
	const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postgres.pid)], { encoding: 'utf8' })
	return [
		postgres.pid,
		...children
			.split('\n')
			.map(Number)
			.filter((pid) => pid > 0),
	]
}
