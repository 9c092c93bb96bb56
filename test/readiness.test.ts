import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { preparedLogins } from '#server/platform/db/logins.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { runStatement } from '#test/run-statement.ts'
import { fillDisk } from '#test/small-disk.ts'
import { type ShopProcess, startShopProcess } from '../e2e/shop-process.ts'

const run = promisify(execFile)

let database: EmptyDatabase
let shop: ShopProcess
beforeAll(async () => {
	database = await createEmptyDatabase(inject('databaseUrl'))
	shop = await startShopProcess({ DATABASE_URL: database.ownerUrl })
})
afterAll(async () => {
	await shop?.dispose()
	await database.drop()
})

const readiness = async ({ url }: ShopProcess) => (await fetch(`${url}/readyz`)).status

/** Waits until `/readyz` answers with this status. The server repeats its check every few seconds. */
async function expectReadiness(of: ShopProcess, status: number): Promise<void> {
	await expect.poll(() => readiness(of), { interval: 100 }).toBe(status)
}

test.each(['apiUrl', 'jobsUrl'] as const)(
	'changing the password of the login in %s makes the server unready, although open connections still work',
	async (login) => {
		const { username, password } = new URL(preparedLogins(database)[login])
		const setPassword = (to: string) =>
			runStatement(database.superuserUrl, `alter role "${username}" password '${to}'`)
		await expectReadiness(shop, 200)
		await setPassword('another')
		await expectReadiness(shop, 503)
		await setPassword(decodeURIComponent(password))
		await expectReadiness(shop, 200)
	},
)

test('a read-only database makes the server unready', async () => {
	const name = new URL(database.ownerUrl).pathname.slice(1)
	const setReadOnly = (to: string) =>
		runStatement(inject('databaseUrl'), `alter database ${name} set default_transaction_read_only = ${to}`)
	await expectReadiness(shop, 200)
	await setReadOnly('on')
	await expectReadiness(shop, 503)
	expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
	await setReadOnly('off')
	await expectReadiness(shop, 200)
})

test('many simultaneous probes share a few database checks', async () => {
	const writes = async () => {
		await runStatement(database.superuserUrl, 'select pg_stat_force_next_flush()')
		const [row] = await runStatement(
			database.superuserUrl,
			"select n_tup_ins::integer as count from pg_stat_user_tables where relname = 'write_checks'",
		)
		return Number(row?.count)
	}
	await expectReadiness(shop, 200)
	const before = await writes()
	const answers = await Promise.all(Array.from({ length: 200 }, () => readiness(shop)))
	expect(new Set(answers)).toEqual(new Set([200]))
	expect((await writes()) - before).toBeLessThanOrEqual(20)
})

test('a stopping server reports at once that it is not ready, and answers other requests until it has stopped', async () => {
	const server = await startShopProcess({ DATABASE_URL: database.ownerUrl, SHUTDOWN_NOTICE_SECONDS: '6' })
	onTestFinished(() => server.dispose())
	await expectReadiness(server, 200)
	const stopped = server.stop()
	await expectReadiness(server, 503)
	expect((await fetch(server.url)).status).toBe(200)
	expect(await stopped).toBe(0)
	await expect(fetch(server.url)).rejects.toThrow('fetch failed')
})

test('the port of a starting server is closed until it can serve', async () => {
	const port = await freePort()
	const seen = new Set<number | 'closed'>()
	let isStarting = true
	const watching = (async () => {
		while (isStarting) {
			const answer = await fetch(`http://127.0.0.1:${port}/`).then(
				({ status }) => status,
				() => 'closed' as const,
			)
			seen.add(answer)
			await new Promise((resolve) => setTimeout(resolve, 5))
		}
	})()
	const url = `http://127.0.0.1:${port}`
	const server = await startShopProcess(
		{ DATABASE_URL: database.ownerUrl, PORT: String(port), SITE_URL: url },
		{ url },
	)
	onTestFinished(() => server.dispose())
	isStarting = false
	await watching
	expect(seen).toEqual(new Set(['closed', 200]))
})

/** Creates a small file system, or returns undefined if this user may not. */
async function smallDisk(megabytes: number): Promise<string | undefined> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-disk-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	try {
		await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
	} catch {
		return undefined
	}
	onTestFinished(async () => {
		await run('umount', ['-l', folder])
	})
	return folder
}

test('a full disk makes the server unready, and freeing space makes it ready again', async ({ skip }) => {
	const folder = await smallDisk(200)
	if (folder === undefined) return skip('only root may mount a small disk')
	await chmod(folder, 0o755)
	const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
	onTestFinished(() => postgres.stop())
	const full = await createEmptyDatabase(postgres.url)
	const server = await startShopProcess({ DATABASE_URL: full.ownerUrl })
	onTestFinished(() => server.dispose())
	await expectReadiness(server, 200)
	await fillDisk(join(folder, 'filler'))
	await expectReadiness(server, 503)
	await rm(join(folder, 'filler'))
	await expectReadiness(server, 200)
})
