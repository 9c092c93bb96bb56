import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { catalogue } from '#catalogue/index.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { findStoreObstacle, openFileStore } from '#server/adapters/files/open-file-store.ts'
import { type Sandbox, startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import { renewSecrets } from '#server/apis/auth/factors/renew-secrets.ts'
import type { Config } from '#server/config/config.ts'
import { lockDataDir } from '#server/config/data-dir-lock.ts'
import { loadKeys } from '#server/config/local-keys.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { loadGoods } from '#server/features/editions/load-goods.ts'
import { addOwnerCommand, hasOwner } from '#server/features/staff/list-members.ts'
import { makeSignInLink } from '#server/features/staff/staff-links.ts'
import {
	describeWrongKey,
	tryEncryptionKeys,
	wrongKeyTodo,
} from '#server/operations/readings/try-encryption-keys.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { openOwnDatabase } from '#server/platform/db/open-own-database.ts'
import { makeFolder } from '#server/platform/make-folder.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'
import { claimDatabase } from '#server/shop/live-site.ts'
import { systemClock } from '#shared/clock.ts'
import type { PreparedShop } from './open-shop.ts'
import { portTaken } from './shop-port.ts'
import { usesSandboxCaptcha, usesSandboxGoogle } from './start-messages.ts'

interface PrepareOptions {
	/** Collects what to undo when the shop stops, or when a later step fails. */
	started: AsyncDisposableStack
	/** Prints a line of progress to the terminal. */
	say: (line: string) => void
	/** A sandbox that several servers share. It is left running when this server stops. */
	runningSandbox?: Pick<Sandbox, 'smtpUrl'> | undefined
	/** Called if the embedded PostgreSQL ends although nobody stopped it. */
	onExit: (reason: Error) => void
	/** Receives the token of the link with which owners sign in on their own machine. */
	onSignInLink?: (token: string) => void
}

const goodsFolder = fileURLToPath(new URL('../../../goods', import.meta.url))

/** Does what must be done once before the shop opens: folder, keys, sandbox, database, goods and catalogue. */
export async function prepareShop(
	config: Config,
	{ started, say, runningSandbox, onExit, onSignInLink }: PrepareOptions,
): Promise<PreparedShop> {
	await refuseTakenPort(config)
	await prepareFolder(config.dataDir)
	const lock = await lockDataDir(config.dataDir)
	started.defer(() => lock.release())
	const keys = await loadKeys(config)

	// Waits for both even if one fails, so that neither is left running.
	const [sandboxStart, databaseStart] = await Promise.allSettled([
		runningSandbox === undefined && needsSandbox(config) ? openSandbox(config, keys, say) : undefined,
		findDatabase(),
	])
	const sandbox = settledValue(sandboxStart)
	if (sandbox !== undefined) started.defer(() => sandbox.stop())
	const logins = settledValue(databaseStart)

	const storeObstacle = await findStoreObstacle(config)
	if (storeObstacle) throw new Error(sentenceOf(storeObstacle))
	const database = openDatabase({ ...logins, onError: () => {} })
	try {
		const quarantine = await claimDatabase(database, {
			...config,
			isRehearsal: config.rehearsal !== undefined,
		})
		// Files first: servers that are already selling must not see a catalogue whose files are missing.
		const files = openFileStore(config)
		await loadGoods({ database, files, goodsDir: goodsFolder, catalogue, log: say })
		await syncCatalogue(database, await readStarterShop())
		const { formerEncryptionKey: former } = config
		if (former !== undefined) {
			const renewed = await renewSecrets(database, { current: keys.authEncryptionKey, former })
			say(
				`All secrets of authenticator apps are now encrypted with AUTH_ENCRYPTION_KEY (${renewed} were not). Once every server has reported this for the new key, remove AUTH_FORMER_ENCRYPTION_KEY.`,
			)
		}
		const wrongKey = describeWrongKey(
			await tryEncryptionKeys(database, [keys.authEncryptionKey, ...(former === undefined ? [] : [former])]),
		)
		if (wrongKey !== undefined) say(`${wrongKey}. ${wrongKeyTodo}`)
		if (config.admin !== undefined) {
			if (!config.isPublic) onSignInLink?.(await makeSignInLink({ database, clock: systemClock }))
			else if (!(await hasOwner(database)))
				say(`The admin has no owner, so nobody can sign in to it. Run ${addOwnerCommand}`)
		}
		const { smtpUrl: sandboxSmtpUrl } = sandbox ?? runningSandbox ?? {}
		return { keys, logins, sandboxSmtpUrl, quarantine }
	} finally {
		await database.close()
	}

	async function findDatabase() {
		if (config.databaseUrl === undefined) {
			const own = await openOwnDatabase({ dataDir: config.dataDir, log: say, onExit })
			started.defer(() => own.stop())
			return own.logins
		}
		return await migrateDatabase({
			ownerUrl: config.databaseUrl,
			apiUrl: config.databaseApiUrl,
			jobsUrl: config.databaseJobsUrl,
			log: say,
		})
	}
}

function settledValue<T>(settled: PromiseSettledResult<T>): T {
	if (settled.status === 'rejected') throw settled.reason
	return settled.value
}

/** Throws if another program listens on the port. */
async function refuseTakenPort({ host, port }: Config): Promise<void> {
	const isTaken = await new Promise<boolean>((resolve) => {
		const attempt = connect(port, reachableHost(host).replace(/^\[|\]$/g, ''))
		attempt.once('connect', () => {
			attempt.destroy()
			resolve(true)
		})
		attempt.once('error', () => resolve(false))
	})
	if (isTaken) throw portTaken(port)
}

/** Others may enter it, as PostgreSQL's own user must, but not list it. */
const privateFolder = 0o711

async function prepareFolder(dataDir: string): Promise<void> {
	try {
		await makeFolder(dataDir, privateFolder)
		await access(dataDir, constants.W_OK)
	} catch {
		throw new Error(
			`The folder ${dataDir} cannot be written to. Make this user its owner, or set DATA_DIR to another folder.`,
		)
	}
}

function needsSandbox(config: Config): boolean {
	const { stripe, smtpUrl, phone } = config
	return (
		stripe === undefined ||
		smtpUrl === undefined ||
		phone?.isSandbox === true ||
		usesSandboxGoogle(config) ||
		usesSandboxCaptcha(config)
	)
}

async function openSandbox(
	config: Config,
	keys: Awaited<ReturnType<typeof loadKeys>>,
	say: (line: string) => void,
): Promise<Sandbox> {
	say('Starting the sandbox (test payments, Google, mailbox) …')
	return await startSandbox({
		port: config.sandboxPort,
		dataDir: config.dataDir,
		shopUrl: `http://${reachableHost(config.host)}:${config.port}`,
		publicUrl: config.rehearsal === undefined ? undefined : config.siteUrl,
		secretKey: keys.sandboxSecretKey,
		webhookSecret: keys.sandboxWebhookSecret,
		say,
	})
}

/** Returns the host for URLs at which programs on this machine can reach a server that listens on `host`. */
function reachableHost(host: string): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
	return isIP(host) === 6 ? `[${host}]` : host
}
