import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { outsideDir } from '#server/platform/db/embedded/place.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'

const isRoot = process.getuid?.() === 0
const undo: (() => Promise<unknown>)[] = []

/**
 * One cluster for all tests that do not need a new one, because creating a cluster takes a second. It is stopped after each
 * test.
 */
let kept: string

beforeAll(async () => {
	kept = await mkdtemp(join(tmpdir(), 'headstart-postgres-'))
	await chmod(kept, 0o755)
	const server = await start(kept)
	await ask(server.url, 'create table kept as select 42 as answer')
	await server.stop()
})

afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step()
})

afterAll(() => rm(kept, { recursive: true }))

async function temporaryFolder(mode = 0o755): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-postgres-'))
	await chmod(folder, mode)
	undo.push(() => rm(folder, { recursive: true }))
	return folder
}

async function start(dataDir: string, onExit?: (reason: Error) => void): Promise<EmbeddedPostgres> {
	const server = await startEmbeddedPostgres({ dataDir, log: () => {}, ...(onExit && { onExit }) })
	undo.push(() => server.stop())
	return server
}

async function ask(url: string, statement: string): Promise<unknown> {
	const client = new pg.Client(url)
	client.on('error', () => {})
	await client.connect()
	try {
		const { rows } = await client.query<{ answer: unknown }>(statement)
		return rows[0]?.answer
	} finally {
		await client.end()
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}

test('a first start creates a durable UTF-8 database with checksums', async () => {
	const { url } = await start(kept)
	expect(await ask(url, 'select current_database() as answer')).toBe('headstart')
	expect(await ask(url, "select current_setting('server_encoding') as answer")).toBe('UTF8')
	expect(await ask(url, "select current_setting('fsync') as answer")).toBe('on')
	expect(await ask(url, "select current_setting('data_checksums') as answer")).toBe('on')
	expect(await ask(url, "select lower('ÄÖÜ') as answer")).toBe('äöü')
})

test('a wrong password is refused, even from this machine', async () => {
	const { url } = await start(kept)
	const wrong = new URL(url)
	wrong.password = 'wrong'
	await expect(ask(wrong.href, 'select 1 as answer')).rejects.toThrow('password authentication failed')
	expect(await ask(url, 'select 1 as answer')).toBe(1)
})

test('the shop connects over a private socket, or over TCP if the socket’s path would be too long', async () => {
	const { url, socketUrl } = await start(kept)
	const address = 'select inet_server_addr() as answer'
	expect(await ask(url, address)).toBe('127.0.0.1')
	expect(await ask(socketUrl, address)).toBe(null)
	const wrong = new URL(socketUrl)
	wrong.password = 'wrong'
	await expect(ask(wrong.href, 'select 1 as answer')).rejects.toThrow('password authentication failed')
	const folder = new URL(socketUrl).searchParams.get('host') ?? ''
	expect((await stat(folder)).mode & 0o077).toBe(0)

	const deep = join(await temporaryFolder(), 'x'.repeat(80))
	const far = await start(deep)
	expect(far.socketUrl).toBe(far.url)
	expect(await ask(far.socketUrl, address)).toBe('127.0.0.1')
})

test('a second start finds what the first one wrote', async () => {
	const first = await start(kept)
	await ask(first.url, 'create table later as select 43 as answer')
	await first.stop()
	expect(isRunning(first.pid)).toBe(false)
	const second = await start(kept)
	expect(await ask(second.url, 'select answer from later')).toBe(43)
	expect(await ask(second.url, 'select answer from kept')).toBe(42)
})

test('a killed postmaster is reported clearly, and the next start recovers what was committed', async () => {
	const reported = Promise.withResolvers<Error>()
	const first = await start(kept, reported.resolve)
	await ask(first.url, 'create table committed as select 44 as answer')
	process.kill(first.pid, 'SIGKILL')
	expect((await reported.promise).message).toContain('PostgreSQL has stopped unexpectedly')
	const second = await start(kept)
	expect(await ask(second.url, 'select answer from committed')).toBe(44)
})

test('processes that outlive a killed postmaster do not hinder the next start', async () => {
	const first = await start(kept)
	const client = new pg.Client(first.url)
	client.on('error', () => {})
	await client.connect()
	// A backend that is only counting does not notice that the postmaster has died: it runs until it is killed.
	const busy = client.query('select count(*) from generate_series(1, 1000000000)').catch(() => 'ended')
	process.kill(first.pid, 'SIGKILL')
	const second = await start(kept)
	expect(await ask(second.url, 'select 1 as answer')).toBe(1)
	expect(await busy).toBe('ended')
})

test('a PostgreSQL that outlived its server is shut down cleanly, and the next start succeeds', async () => {
	const orphan = await start(kept)
	const next = await start(kept)
	expect(isRunning(orphan.pid)).toBe(false)
	expect(await ask(next.url, 'select answer from kept')).toBe(42)
})

test('if the process id of an earlier run now belongs to another program, that program is left running', async () => {
	const first = await start(kept)
	await first.stop()
	const data = await clusterFolder(kept)
	await writeFile(join(data, 'postmaster.pid'), `${process.ppid}\n${data}\n`)
	const second = await start(kept)
	expect(await ask(second.url, 'select 1 as answer')).toBe(1)
	expect(isRunning(process.ppid)).toBe(true)
})

test('the half-made cluster of an interrupted first start is replaced', async () => {
	const dataDir = await temporaryFolder()
	const first = await start(dataDir)
	await first.stop()
	const data = await clusterFolder(dataDir)
	const place = join(data, '../..')
	await rm(join(place, '18'), { recursive: true })
	await mkdir(join(place, 'half-made-abc/data'), { recursive: true })
	const second = await start(dataDir)
	expect(await ask(second.url, 'select 1 as answer')).toBe(1)
	expect((await readdir(place)).filter((name) => name.startsWith('half-made'))).toEqual([])
})

test('a private data folder works, even if its path is too long for a socket', async () => {
	const closed = await temporaryFolder(0o700)
	const dataDir = join(closed, 'a-long-name'.repeat(11))
	const first = await start(dataDir)
	const data = await clusterFolder(dataDir)
	if (isRoot) undo.push(() => rm(join(data, '../..'), { recursive: true }))
	expect(data.startsWith(isRoot ? outsideDir : dataDir)).toBe(true)
	await ask(first.url, 'create table kept as select 42 as answer')
	await first.stop()
	const second = await start(dataDir)
	expect(await ask(second.url, 'select answer from kept')).toBe(42)
	await second.stop()
	expect((await stat(join(data, '../owner-password'))).mode & 0o777).toBe(0o600)
})

test.runIf(isRoot)(
	'a copied data folder is refused if its database is elsewhere, as two shops would share that database',
	async () => {
		const original = await temporaryFolder(0o700)
		const first = await start(original)
		const place = join(await clusterFolder(original), '../..')
		undo.push(() => rm(place, { recursive: true }))
		await first.stop()
		const copy = await temporaryFolder()
		await cp(join(original, 'postgresql-place'), join(copy, 'postgresql-place'))
		await expect(start(copy)).rejects.toThrow('is a copy of')
		const moved = join(copy, 'moved')
		await rename(original, moved)
		await mkdir(original)
		const second = await start(moved)
		expect(await ask(second.url, 'select 1 as answer')).toBe(1)
	},
)

// Must be the last test, because it damages the shared cluster.
test('a damaged cluster prevents the server from starting, with PostgreSQL’s own message', async () => {
	await rm(join(await clusterFolder(kept), 'global'), { recursive: true })
	await expect(start(kept)).rejects.toThrow(/could not be started. PostgreSQL said:\n.*pg_control/s)
})

async function clusterFolder(dataDir: string): Promise<string> {
	const recorded = await readFile(join(dataDir, 'postgresql-place'), 'utf8').catch(() =>
		join(dataDir, 'postgresql'),
	)
	return join(recorded.trim(), '18/data')
}
