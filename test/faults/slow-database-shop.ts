import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { runStatement } from '#test/run-statement.ts'
import { auditAfterEach } from './audit.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type FaultShop, startFaultShop } from './fault-shop.ts'

/** A shop that reaches its database through a connection that a test can slow down. The test can also restart the database. */
export interface SlowDatabaseShop {
	shop: FaultShop
	connection: Pick<Balancer, 'delay'>
	postgres(): EmbeddedPostgres
	/** Returns the superuser's connection string for the shop's database. */
	superuserUrl(): string
	/** Starts the database again after a test has stopped it. */
	startPostgres(): Promise<void>
	/** Runs one statement as the superuser, bypassing the slow connection. */
	inDatabase(statement: string): Promise<void>
	/** Returns the status of an answer. If there is none, fails with the server's output. */
	status(path: string): Promise<number>
}

interface SlowDatabaseOptions {
	/** The database's settings. */
	settings?: Record<string, string>
	shopSettings?: Record<string, string>
}

/** Starts a shop before the tests of a file and stops it afterwards. After each test, checks that payments and purchases match. */
export function slowDatabaseShopForFile(options: SlowDatabaseOptions = {}): () => SlowDatabaseShop {
	const undo: (() => Promise<unknown>)[] = []
	let running: SlowDatabaseShop | undefined
	beforeAll(async () => {
		running = await start(options, undo)
	}, 180_000)
	auditAfterEach(() => running?.shop)
	afterAll(async () => {
		for (const step of undo.reverse()) await step()
	}, 60_000)
	return () => {
		if (running === undefined) throw new Error('the shop is not up')
		return running
	}
}

async function start(
	{ settings = {}, shopSettings = {} }: SlowDatabaseOptions,
	undo: (() => Promise<unknown>)[],
): Promise<SlowDatabaseShop> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-database-'))
	undo.push(() => rm(folder, { recursive: true, force: true }))
	await chmod(folder, 0o755)
	const startPostgres = () => startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings })
	let postgres = await startPostgres()
	undo.push(() => postgres.stop())
	const port = await freePort()
	const connection = await startBalancer(port, () => [Number(new URL(postgres.url).port)])
	undo.push(() => connection.close())
	const database = await createEmptyDatabase(postgres.url)
	const slowUrl = Object.assign(new URL(database.ownerUrl), { port: String(port) }).href
	// PostgreSQL has another port after each start.
	const direct = (url: string) => Object.assign(new URL(url), { port: new URL(postgres.url).port }).href
	const shop = await startFaultShop(
		{ ...shopSettings, DATABASE_URL: slowUrl },
		{ databaseUrl: () => direct(database.ownerUrl) },
	)
	undo.push(() => shop.process.dispose())
	return {
		shop,
		connection,
		postgres: () => postgres,
		superuserUrl: () => direct(database.superuserUrl),
		startPostgres: async () => {
			postgres = await startPostgres()
		},
		inDatabase: async (statement) => {
			await runStatement(direct(database.superuserUrl), statement)
		},
		status: async (path) => {
			try {
				return (await fetch(`${shop.process.url}${path}`, { signal: AbortSignal.timeout(15_000) })).status
			} catch (error) {
				throw new Error(`the server did not answer; it printed:\n${shop.process.output()}`, { cause: error })
			}
		},
	}
}
