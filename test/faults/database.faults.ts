import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { cv } from '#test/checkout.ts'
import { keepBusy } from './keep-busy.ts'
import { seededChance } from './random.ts'
import { isFull, seed } from './run-options.ts'
import { slowDatabaseShopForFile } from './slow-database-shop.ts'

// The database dies, stops or has no connections left, while the server keeps running.

const running = slowDatabaseShopForFile({ settings: { max_connections: '40' } })
let isStopped = false

afterEach(() => {
	if (isStopped) wake()
})

const status = (path: string) => running().status(path)
const inDatabase = (statement: string) => running().inDatabase(statement)

/** Checks what must work without a database: pages and the liveness check. */
async function expectPagesServed(): Promise<void> {
	const began = performance.now()
	expect(await status('/')).toBe(200)
	expect(await status('/healthz')).toBe(200)
	expect(performance.now() - began).toBeLessThan(1_000)
}

/** Checks that requests fail in a way that the provider and browsers retry. */
async function expectRefusals(): Promise<void> {
	expect(await status('/readyz')).toBe(503)
	const event = await fetch(`${running().shop.process.url}/functions/v1/stripe-webhook`, {
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
	['if PostgreSQL is killed with all its children', 'SIGKILL'],
	['if PostgreSQL is stopped immediately and restarted', 'SIGQUIT'],
] as const)(
	'%s under load, nothing confirmed is lost, and the shop is ready again within 5 s',
	{
		timeout: 150_000,
	},
	async ([, signal]) => {
		const { shop, postgres, startPostgres } = running()
		const { pid } = shop.process
		const server = pid()
		const shoppers = await Promise.all(Array.from({ length: 3 }, () => shop.shopper()))
		const busy = keepBusy(shoppers, seededChance(seed))
		for (let times = 0; times < (isFull ? 3 : 1); times += 1) {
			await new Promise((resolve) => setTimeout(resolve, 1_500))
			for (const each of signal === 'SIGKILL' ? processes() : [postgres().pid]) process.kill(each, signal)
			await expect.poll(() => status('/readyz')).toBe(503)
			await expectPagesServed()
			await expectRefusals()
			await startPostgres()
			await expectReadyWithin(5_000)
		}
		await busy.stop()
		await shop.expectAgreement()
		expect(pid()).toBe(server)
		expect((await shop.shopper()).userId).toMatch(/^[0-9a-f-]{36}$/)
	},
)

test('the pool recovers after all connections are cut at the same time', {
	timeout: 120_000,
}, async () => {
	const { shop } = running()
	const shopper = await shop.shopper()
	await inDatabase(
		"select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'headstart%'",
	)
	await expectReadyWithin(5_000)
	await expect.poll(() => shopper.open(cv)).toMatch(/^cs_test_/)
})

test('while PostgreSQL hangs, requests end in time and pages work, and everything recovers afterwards', {
	timeout: 150_000,
}, async () => {
	const shopper = await running().shop.shopper()
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

test('if no connection is left, the shop reports this, still serves pages, and recovers by itself', {
	timeout: 120_000,
}, async () => {
	await inDatabase(
		"select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'headstart%'",
	)
	const hogs: pg.Client[] = []
	try {
		for (;;) {
			const hog = new pg.Client({ connectionString: running().postgres().url })
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
})

/** Runs a statement over a connection that is already open, since PostgreSQL accepts no new one. */
async function inHog([hog]: readonly pg.Client[], query: string): Promise<void> {
	await hog?.query(query)
}

/** Lets PostgreSQL continue after a test has stopped it. */
function wake(): void {
	isStopped = false
	for (const each of processes()) process.kill(each, 'SIGCONT')
}

/** Returns the postmaster and its child processes. */
function processes(): number[] {
	const { pid } = running().postgres()
	const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
	return [
		pid,
		...children
			.split('\n')
			.map(Number)
			.filter((pid) => pid > 0),
	]
}
