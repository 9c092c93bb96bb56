import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findBinaries } from '#server/platform/db/embedded/binaries.ts'
import { findOrMakeCluster, ownerName } from '#server/platform/db/embedded/cluster.ts'
import { endEarlierRun } from '#server/platform/db/embedded/earlier-run.ts'
import { findClusterLocation } from '#server/platform/db/embedded/place.ts'
import { type PostmasterOptions, spawnPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { withOutput } from '#server/platform/db/embedded/system-user.ts'

interface StartOptions {
	/** The data folder, which contains the database or records where it is. The caller holds its lock. */
	dataDir: string
	/** Receives progress messages for the owner. */
	log: (line: string) => void
	/** Receives each line PostgreSQL itself logs. */
	logServer?: (line: string) => void
	/** Called once PostgreSQL's process runs, before it accepts connections. */
	onLaunched?: (() => void) | undefined
	/** Called if PostgreSQL ends without being stopped. */
	onExit?: (reason: Error) => void
	/** Further server settings, as PostgreSQL names them. */
	settings?: Readonly<Record<string, string>>
	/** Further environment variables of PostgreSQL's processes, with which a fault test changes their clock or their disk. */
	environment?: Readonly<Record<string, string>>
}

export interface EmbeddedPostgres {
	/** The superuser's connection string to the shop's database. The port changes with each start. */
	url: string
	/** The connection string over a Unix socket, which takes less CPU time. The same as `url` if PostgreSQL has no socket. */
	socketUrl: string
	/** The postmaster's process id. */
	pid: number
	/** Stops PostgreSQL. Everything committed is then on disk. May be called twice. */
	stop(): Promise<void>
}

const ownSettings = {
	listen_addresses: '127.0.0.1',
	max_connections: '100',
	password_encryption: 'scram-sha-256',
	timezone: 'UTC',
	log_timezone: 'UTC',
	lc_messages: 'C',
	// Our statements are short, so compiling them costs more than it saves.
	jit: 'off',
	log_checkpoints: 'off',
}

/**
 * Starts the PostgreSQL that comes with the shop. Creates its cluster on the first start, and ends the processes that a killed
 * run left behind. The database is durable: fsync and checksums are on. Throws `EmbeddedPostgresError` with a message for the
 * owner.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
	const { dataDir, log, logServer = () => {}, onLaunched, onExit, settings, environment = {} } = options
	const place = await findClusterLocation(dataDir)
	const binaries = await findBinaries(place)
	const cluster = await findOrMakeCluster(place, { binaries, log })
	await endEarlierRun(cluster.dataDir, log)
	await removeOldSockets(cluster.dataDir)
	const { postmaster, port, hasSocket } = await spawnOnFreePort({
		program: binaries.postgres,
		dataDir: cluster.dataDir,
		runAs: place.runAs,
		settings: { ...ownSettings, ...settings },
		environment,
		log: logServer,
		onLaunched,
	})
	let stopping: Promise<void> | undefined
	void postmaster.ended.then(() => {
		if (stopping === undefined)
			onExit?.(withOutput('PostgreSQL has stopped unexpectedly.', postmaster.lastLines))
	})
	const url = `postgresql://${ownerName}:${cluster.ownerPassword}@127.0.0.1:${port}/${ownerName}`
	return {
		url,
		socketUrl: hasSocket ? `${url}?host=${encodeURIComponent(cluster.dataDir)}` : url,
		pid: postmaster.process.pid ?? 0,
		stop() {
			stopping ??= postmaster.stop()
			return stopping
		},
	}
}

const socketPrefix = '.s.PGSQL.'
/** In bytes: the limit of macOS. That of Linux is slightly higher. */
const longestSocketPath = 103

/**
 * Says whether PostgreSQL can be given a socket in this folder. PostgreSQL reads a path with a comma or a quotation mark as
 * several folders.
 */
function mayHoldSocket(dataDir: string): boolean {
	return (
		Buffer.byteLength(join(dataDir, `${socketPrefix}65535`)) <= longestSocketPath && !/[",]/.test(dataDir)
	)
}

/**
 * Removes the sockets that killed runs have left behind. A new start would not replace them, because their names contain the
 * port, which changes.
 */
async function removeOldSockets(dataDir: string): Promise<void> {
	const names = await readdir(dataDir)
	const sockets = names.filter((name) => name.startsWith(socketPrefix))
	await Promise.all(sockets.map((name) => rm(join(dataDir, name), { force: true })))
}

// Tries again, because another program may take the port before PostgreSQL does. If the file system does not support sockets,
// as in a folder shared with a virtual machine, tries again without one.
async function spawnOnFreePort({
	onLaunched,
	...options
}: Omit<PostmasterOptions, 'port'> & Pick<StartOptions, 'onLaunched'>) {
	let hasSocket = mayHoldSocket(options.dataDir)
	for (let attempt = 1; ; attempt++) {
		const port = await freePort()
		// Only PostgreSQL's own user and root may enter its data directory, so no other user can reach the socket.
		const settings = { unix_socket_directories: hasSocket ? options.dataDir : '', ...options.settings }
		const postmaster = spawnPostmaster({ ...options, settings, port })
		onLaunched?.()
		if (await postmaster.ready) return { postmaster, port, hasSocket }
		const failed = (text: string) => postmaster.lastLines.some((line) => line.includes(text))
		const isPortTaken = failed('could not bind')
		if (failed('Unix-domain socket')) hasSocket = false
		else if (!isPortTaken || attempt === 5)
			throw withOutput('PostgreSQL could not be started.', postmaster.lastLines)
	}
}

/** Returns a port of the loopback address that is free at the moment. */
export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer()
		server.once('error', reject)
		server.listen(0, '127.0.0.1', () => {
			const address = server.address()
			server.close(() => {
				if (address !== null && typeof address === 'object') resolve(address.port)
				else reject(new Error('The system gave no port number.'))
			})
		})
	})
}
