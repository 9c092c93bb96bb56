import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { makePerson, type Person } from '../../e2e/people.ts'
import { type ShopProcess, startShopProcess } from '../../e2e/shop-process.ts'
import { untilQuiet } from './processor-time.ts'

/** Inserts users with confirmed addresses and real passwords straight into the database. No emails are sent. */
export async function addUsers(databaseUrl: string, count: number): Promise<Person[]> {
	const people = Array.from({ length: count }, makePerson)
	const passwords = createPasswordHasher()
	const client = new pg.Client(databaseUrl)
	await client.connect()
	try {
		for (const { name, email, password } of people) {
			await client.query(
				`with person as (
					insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
					values ($1, $2, now(), jsonb_build_object('display_name', $3::text)) returning id
				)
				insert into auth.identities (user_id, provider, provider_id, identity_data)
				select id, 'email', id::text, jsonb_build_object('sub', id, 'email', $1::text) from person`,
				[email, await passwords.hash(password, 'bench'), name],
			)
		}
	} finally {
		await client.end()
	}
	return people
}

/** Reads the publishable key from the home page. */
export async function publishableKeyOf({ url }: Pick<ShopProcess, 'url'>): Promise<string> {
	const page = await (await fetch(url)).text()
	return /<meta name="publishable-key" content="([^"]+)"/.exec(page)?.[1] ?? ''
}

/** Returns the memory a process is using, in bytes. */
export async function residentBytes(pid: number | undefined): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8')
	return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** Returns the most memory a process has used so far, in bytes. Rejects if the process has ended. */
export async function peakBytes(pid: number): Promise<number> {
	const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
	if (kilobytes === undefined) throw new Error(`process ${pid} has ended`)
	return Number(kilobytes) * 1024
}

export interface ShopOnDatabase {
	shop: ShopProcess
	databaseUrl: string
	/** The process id of PostgreSQL. */
	postgresPid: number
	dispose: () => Promise<void>
}

/** Starts a shop on a database that the bench can access. Like a real shop, it logs every API request. */
export async function startShopOnDatabase(settings: Record<string, string> = {}): Promise<ShopOnDatabase> {
	const started = new AsyncDisposableStack()
	try {
		const folder = await mkdtemp(join(tmpdir(), 'headstart-bench-'))
		started.defer(() => rm(folder, { recursive: true, force: true }))
		await chmod(folder, 0o755)
		const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
		started.defer(postgres.stop)
		const shop = await startShopProcess({ DATABASE_URL: postgres.socketUrl, ...settings })
		started.defer(shop.dispose)
		await untilQuiet({ server: shop.pid() ?? 0 })
		return {
			shop,
			databaseUrl: postgres.socketUrl,
			postgresPid: postgres.pid,
			dispose: () => started.disposeAsync(),
		}
	} catch (error) {
		await started.disposeAsync()
		throw error
	}
}
