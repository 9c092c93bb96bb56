import { chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkReplica } from '#server/operations/doctor/check-database.ts'
import { findBinaries } from '#server/platform/db/embedded/binaries.ts'
import { findClusterLocation } from '#server/platform/db/embedded/place.ts'
import { spawnPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { freePort, startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { openReplica } from '#server/platform/db/replica.ts'

const started = new AsyncDisposableStack()
let mainUrl: string
let replicaUrl: string
let main: pg.Pool
let replica: pg.Pool
let stopReplica: () => Promise<void>

/** Starts a PostgreSQL and a streaming replica of it, from a copy of its files. */
beforeAll(async () => {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-replica-'))
	started.defer(() => rm(folder, { recursive: true, force: true }))
	await chmod(folder, 0o755)
	const settings = { fsync: 'off', scram_iterations: '1' }
	const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings })
	started.defer(() => postgres.stop())
	mainUrl = postgres.url
	main = poolOf(mainUrl)
	await main.query('create table notes (text text)')
	const place = await findClusterLocation(folder)
	const { postgres: program } = await findBinaries(place)
	const [from, to] = [join(place.dir, '18/data'), join(place.dir, 'copy')]
	const client = await main.connect()
	await client.query("select pg_backup_start('copy', true)")
	// A socket cannot be copied.
	const belongs = (path: string) => !/postmaster\.pid$|\.s\.PGSQL/.test(path)
	await cp(from, to, { recursive: true, filter: belongs })
	const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
	client.release()
	await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
	await writeFile(join(to, 'standby.signal'), '')
	await giveTo(place.runAs, to)
	const { username, password, port } = new URL(postgres.url)
	const ownPort = await freePort()
	const primary_conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`
	const standby = spawnPostmaster({
		program,
		dataDir: to,
		runAs: place.runAs,
		port: ownPort,
		settings: { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', primary_conninfo },
		environment: {},
		log: () => {},
	})
	stopReplica = () => standby.stop()
	started.defer(stopReplica)
	const url = new URL(postgres.url)
	url.port = String(ownPort)
	replicaUrl = url.href
	replica = poolOf(replicaUrl)
}, 90_000)
afterAll(() => started.disposeAsync(), 60_000)

function poolOf(connectionString: string): pg.Pool {
	const pool = new pg.Pool({ connectionString, max: 3, connectionTimeoutMillis: 1_000 })
	pool.on('error', () => {})
	started.defer(() => pool.end())
	return pool
}

/** Gives the files to PostgreSQL's own user if the tests run as root, because PostgreSQL refuses to run as root. */
async function giveTo(runAs: { uid: number; gid: number } | undefined, folder: string): Promise<void> {
	await chmod(folder, 0o700)
	if (runAs === undefined) return
	for (const name of ['', ...(await readdir(folder, { recursive: true }))])
		await chown(join(folder, name), runAs.uid, runAs.gid)
}

/** Returns which of the two databases answers. */
async function ask(pool: pg.Pool): Promise<string> {
	const { rows } = await pool.query<{ who: string }>(
		`select case when pg_is_in_recovery() then 'replica' else 'main' end as who`,
	)
	return rows[0]?.who ?? ''
}

function openFor(pool: pg.Pool, mostLagMs = 1_000) {
	const changes: string[] = []
	const reader = openReplica({
		pool,
		mainPool: main,
		onChange: (isUsed, reason) => changes.push(isUsed ? 'used' : reason),
		mostLagMs,
		everyMs: 50,
	})
	onTestFinished(() => reader.close())
	return { answers: () => reader.read(ask), reader, changes }
}

test('queries go to the replica, or to the main database while the replica lags behind', async () => {
	await expect.poll(() => ask(replica).catch(() => undefined), { timeout: 20_000 }).toBe('replica')
	const { answers, changes } = openFor(replica)
	expect(await answers()).toBe('main')
	await expect.poll(answers).toBe('replica')
	// Waits for longer than the replica may lag, and writes nothing. A replica with nothing to copy must not count as lagging.
	await pause(1_500)
	expect(await answers()).toBe('replica')
	await replica.query('select pg_wal_replay_pause()').catch(() => {})
	await main.query(`insert into notes values ('while the replica stands still')`)
	// Waits until the change is reported, not until the main database answers: on a busy machine, it may also answer while the
	// replica is being checked.
	await expect.poll(() => changes).toEqual(['used', 'it is too far behind'])
	expect(await answers()).toBe('main')
	await replica.query('select pg_wal_replay_resume()')
	await expect.poll(() => changes).toEqual(['used', 'it is too far behind', 'used'])
	await expect.poll(answers).toBe('replica')
	const logins = { apiUrl: mainUrl, jobsUrl: mainUrl }
	expect(await checkReplica(logins, replicaUrl)).toMatchObject([{ level: 'ok' }])
})

test('a statement that the replica cancelled is repeated on the main database, but a statement with an error is not', async () => {
	const { answers, reader } = openFor(replica)
	await expect.poll(answers).toBe('replica')
	let asked = 0
	await expect(
		reader.read((pool) => {
			asked += 1
			return pool.query('select nonsense')
		}),
	).rejects.toThrow('nonsense')
	expect(asked).toBe(1)
	const cancelled = new pg.DatabaseError('canceling statement due to conflict with recovery', 0, 'error')
	cancelled.code = '40001'
	expect(
		await reader.read(async (pool) => {
			if (pool === replica) throw cancelled
			return await ask(pool)
		}),
	).toBe('main')
})

test('if the replica goes away, the main database answers', async () => {
	const { answers, changes } = openFor(replica)
	await expect.poll(answers).toBe('replica')
	await stopReplica()
	for (let times = 0; times < 20; times += 1) expect(await answers()).toBe('main')
	await expect.poll(() => changes.length).toBe(2)
})
