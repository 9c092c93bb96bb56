import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { type Sandbox, startSandbox } from '#server/adapters/sandbox/start-sandbox.ts'
import type { Config } from '#server/config/config.ts'
import { lockDataDir } from '#server/config/data-dir-lock.ts'
import { type Keys, loadKeys } from '#server/config/local-keys.ts'
import { type OwnDatabase, openOwnDatabase } from '#server/platform/db/open-own-database.ts'
import { makeFolder } from '#server/platform/make-folder.ts'
import { sandboxCaptcha, sandboxGoogleIssuer } from '#shared/sandbox-services.ts'

interface LaunchOptions {
	/** Collects what to undo when the shop stops, or when a later step fails. */
	started: AsyncDisposableStack
	/** Prints a line of progress to the terminal. */
	say: (line: string) => void
	/** A sandbox that several servers share. It is left running when this server stops. */
	runningSandbox: Pick<Sandbox, 'smtpUrl'> | undefined
	/** Called if the embedded PostgreSQL ends although nobody stopped it. */
	onExit: (reason: Error) => void
}

/** What a server needs before anything else, and the programs that it runs beside itself. */
export interface Neighbours {
	keys: Keys
	/** Waits for the embedded PostgreSQL. Throws if the settings name another. */
	ownDatabase(): Promise<OwnDatabase>
	/** Waits for the sandbox and returns the address of its mail server; undefined if there is no sandbox. */
	sandboxSmtpUrl(): Promise<string | undefined>
}

/**
 * Locks the data folder, loads the keys and launches PostgreSQL and the sandbox. Returns as soon as both are starting, so that the
 * server can load most of its code in the meantime. This file and what it imports are therefore small.
 */
export async function launchNeighbours(
	config: Config,
	{ started, say, runningSandbox, onExit }: LaunchOptions,
): Promise<Neighbours> {
	await refuseTakenPort(config)
	const { dataDir } = config
	await prepareFolder(dataDir)
	const lock = await lockDataDir(dataDir)
	started.defer(() => lock.release())
	const keys = await loadKeys(config)
	const [database, sandbox] = await Promise.all([
		config.databaseUrl === undefined
			? launch(started, (onLaunched) => openOwnDatabase({ dataDir, log: say, onExit, onLaunched }))
			: undefined,
		runningSandbox === undefined && needsSandbox(config)
			? launch(started, (onLaunched) => openSandbox(config, keys, { say, onLaunched }))
			: undefined,
	])
	return {
		keys,
		ownDatabase: async () => {
			if (database === undefined) throw new Error('the settings name another database')
			return await database.ready()
		},
		sandboxSmtpUrl: async () => (sandbox === undefined ? runningSandbox : await sandbox.ready())?.smtpUrl,
	}
}

/** Begins to start a program, and returns once it is starting or has failed. It is stopped when the shop stops, even if half started. */
async function launch<Program extends { stop(): Promise<void> }>(
	started: AsyncDisposableStack,
	start: (onLaunched: () => void) => Promise<Program>,
): Promise<{ ready(): Promise<Program> }> {
	const launched = Promise.withResolvers<void>()
	const ending = Promise.allSettled([start(launched.resolve)])
	started.defer(async () => {
		const [end] = await ending
		if (end.status === 'fulfilled') await end.value.stop()
	})
	await Promise.race([launched.promise, ending])
	return {
		ready: async () => {
			const [end] = await ending
			if (end.status === 'rejected') throw end.reason
			return end.value
		},
	}
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
	keys: Keys,
	{ say, onLaunched }: { say: (line: string) => void; onLaunched: () => void },
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
		onLaunched,
	})
}

/** Returns the host for URLs at which programs on this machine can reach a server that listens on `host`. */
function reachableHost(host: string): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
	return isIP(host) === 6 ? `[${host}]` : host
}

export function portTaken(port: number): Error {
	return new Error(`Port ${port} is in use by another program. Stop it, or set PORT to another number.`)
}

/** Returns whether "Continue with Google" leads to the sandbox. */
export function usesSandboxGoogle({ providers, sandboxPort }: Config): boolean {
	return providers.some(({ issuer }) => issuer === sandboxGoogleIssuer(sandboxPort))
}

/** Returns whether the sandbox answers the captcha in place of the real service. */
function usesSandboxCaptcha({ captcha }: Config): boolean {
	return captcha !== undefined && captcha.kind !== 'proof-of-work' && captcha.secret === sandboxCaptcha.secret
}
