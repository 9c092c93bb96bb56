import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import { makeKeys } from '#server/config/local-keys.ts'
import { startTestBucket } from '#test/bucket.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { type ShopProcess, startShopProcess } from '../../e2e/shop-process.ts'
import { auditAfterEach, expectAgreement } from './audit.ts'
import { startBalancer } from './balancer.ts'
import { checkHealth } from './health-checks.ts'
import { createMachine, type Machine, type Part, smallDiskSettings } from './machine.ts'
import { noPromises, type Promises } from './promises.ts'
import { checkoutSessionsOf, providerOf } from './provider-of.ts'
import { isFull } from './run-options.ts'
import { createShopper, type Shopper, tell } from './shopper.ts'
import { keepPostgresRunning, type SupervisedPostgres } from './supervised-postgres.ts'

const program = 'test/faults/shop-main.ts'

/** Two servers behind a load balancer, with one database, one provider and one mail server. */
export interface ShopPair {
	url: string
	sandboxUrl: string
	servers: readonly [ShopProcess, ShopProcess]
	/** The superuser's connection string for the shop's database. */
	superuserUrl: string
	postgres: SupervisedPostgres
	/** The machine they run on, if it can be made to fail. */
	machine: Machine | undefined
	promises: Promises
	webhookSecret: string
	/** Creates a shopper whose browser uses `fetchAs`. */
	shopper(fetchAs?: typeof fetch): Promise<Shopper>
	switches(change: object): Promise<void>
	checkoutSessionsOf(shopper: Shopper): Promise<number>
	expectAgreement(): Promise<void>
	dispose(): Promise<void>
}

/** Starts the load balancer in front of the two servers. */
export type StartFront = (
	port: number,
	servers: readonly [number, number],
) => Promise<{ close(): Promise<void> }>

/** A load balancer that sends new connections only to servers whose `/readyz` answers 200. */
const behindHealthChecks: StartFront = async (port, servers) => {
	const health = checkHealth(servers)
	const balancer = await startBalancer(port, health.ready)
	return {
		close: async () => {
			health.stop()
			await balancer.close()
		},
	}
}

interface PairOptions {
	startFront?: StartFront
	/** Whether to run the servers on a machine that can be made to fail. */
	onMachine?: boolean
	/** Returns the folder of the release that the servers start; this release by default. */
	release?: () => string
	/** Whether the servers are set up for many buyers: files in a bucket, and two workers each. */
	isLarge?: boolean
}

/** Starts a pair before the tests of a file and stops it afterwards. After each test, checks that payments and purchases match. */
export function pairForFile(options?: PairOptions): () => ShopPair {
	let pair: ShopPair | undefined
	beforeAll(async () => {
		pair = await startShopPair(options)
	}, 180_000)
	auditAfterEach(() => pair)
	afterAll(async () => await pair?.dispose(), 90_000)
	return () => {
		if (pair === undefined) throw new Error('the servers are not up')
		return pair
	}
}

async function startShopPair({
	startFront = behindHealthChecks,
	onMachine = false,
	release,
	isLarge = false,
}: PairOptions = {}): Promise<ShopPair> {
	const undo: (() => Promise<unknown>)[] = []
	const folder = await mkdtemp(join(tmpdir(), 'headstart-pair-'))
	undo.push(() => rm(folder, { recursive: true, force: true }))
	await chmod(folder, 0o755)
	const machine = onMachine ? await createMachine() : undefined
	if (machine !== undefined) undo.push(() => machine.dispose())
	async function folderOf(part: Part): Promise<string> {
		const own = join(folder, part)
		await mkdir(own)
		await machine?.prepare(part, own)
		return own
	}
	const keys = await makeKeys()
	await writeFile(join(folder, 'keys.json'), JSON.stringify(keys), { mode: 0o600 })
	const [port, first, second, sandboxPort] = [
		await freePort(),
		await freePort(),
		await freePort(),
		await freePort(),
	]
	const postgres = await keepPostgresRunning({
		dataDir: await folderOf('database'),
		log: () => {},
		...(machine === undefined
			? {}
			: { settings: smallDiskSettings, environment: machine.environmentOf('database') }),
	})
	undo.push(() => postgres.stop())
	const database = await createEmptyDatabase(postgres.url)
	const front = await startFront(port, [first, second])
	undo.push(() => front.close())
	const url = `http://127.0.0.1:${port}`
	const sandbox = await startSandbox({
		port: sandboxPort,
		dataDir: folder,
		shopUrl: url,
		secretKey: keys.sandboxSecretKey,
		webhookSecret: keys.sandboxWebhookSecret,
		say: () => {},
	})
	undo.push(() => sandbox.stop())
	const sandboxUrl = `http://127.0.0.1:${sandboxPort}`

	const large = isLarge ? { WORKERS: '2', STORAGE_URL: await openBucket() } : {}
	async function openBucket(): Promise<string> {
		const bucket = await startTestBucket()
		undo.push(() => bucket.close())
		const { accessKeyId, secretAccessKey, endpoint, region } = bucket.settings
		return `s3+http://${accessKeyId}:${secretAccessKey}@${new URL(endpoint).host}/guides?region=${region}`
	}

	async function server(name: Part, own: number): Promise<ShopProcess> {
		const dataDir = await folderOf(name)
		// Two servers of one shop need the same keys. An owner would put them into the settings.
		await copyFile(join(folder, 'keys.json'), join(dataDir, 'keys.json'))
		const started = await startShopProcess(
			{
				PORT: String(own),
				SITE_URL: url,
				TRUSTED_PROXIES: '127.0.0.1',
				// In the full run, this is as long as a server behind a real proxy needs.
				SHUTDOWN_NOTICE_SECONDS: isFull ? '5' : '3',
				DATA_DIR: dataDir,
				DATABASE_URL: database.ownerUrl,
				SANDBOX_PORT: String(sandboxPort),
				SHARED_SMTP_URL: sandbox.smtpUrl,
				...large,
				...machine?.environmentOf(name),
			},
			{ program, url: `http://127.0.0.1:${own}`, ...(release && { release }) },
		)
		undo.push(() => started.dispose())
		return started
	}
	const servers = [await server('one', first), await server('two', second)] as const
	const payments = await providerOf(folder, sandboxUrl)
	await tell({ sandboxUrl }, '/stripe/switches', { settleAfterSeconds: 1, refundAfterSeconds: 1 }, 'PUT')
	const promises = noPromises()
	return {
		url,
		sandboxUrl,
		servers,
		superuserUrl: database.superuserUrl,
		postgres,
		machine,
		promises,
		webhookSecret: keys.sandboxWebhookSecret,
		shopper: (fetchAs = fetch) => createShopper({ url, sandboxUrl, promises, fetchAs }),
		switches: async (change) => void (await tell({ sandboxUrl }, '/stripe/switches', change, 'PUT')),
		checkoutSessionsOf: async (shopper) => (await checkoutSessionsOf(payments, shopper)).length,
		expectAgreement: () =>
			expectAgreement({ payments, sandboxUrl, databaseUrl: () => database.ownerUrl, promises }),
		dispose: async () => {
			for (const step of undo.reverse()) await step()
		},
	}
}
