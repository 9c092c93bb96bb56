import { createServer } from 'node:net'
import { findBinaries } from '#server/platform/db/embedded/binaries.ts'
import { findOrMakeCluster, ownerName } from '#server/platform/db/embedded/cluster.ts'
import { endEarlierRun } from '#server/platform/db/embedded/earlier-run.ts'
import { findPlace } from '#server/platform/db/embedded/place.ts'
import { type PostmasterOptions, spawnPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { withOutput } from '#server/platform/db/embedded/system-user.ts'

interface StartOptions {
	/** The data folder, which contains the database or records where it is. The caller holds its lock. */
	dataDir: string
	/** Receives progress messages for the operator. */
	log: (line: string) => void
	/** Receives each line PostgreSQL itself logs. */
	logServer?: (line: string) => void
	/** Called if PostgreSQL ends without being stopped. */
	onExit?: (reason: Error) => void
	/** Further server settings, as PostgreSQL names them. */
	settings?: Readonly<Record<string, string>>
	/** Further variables for PostgreSQL's processes, with which a fault test changes their clock or their disk. */
	environment?: Readonly<Record<string, string>>
}

export interface EmbeddedPostgres {
	/** The superuser's connection string to the shop's database. The port changes with each start. */
	url: string
	/** The postmaster's process id. */
	pid: number
	/** Stops PostgreSQL; everything committed is on disk. May be called twice. */
	stop(): Promise<void>
}

const ownSettings = {
	// Not a Unix socket, whose path may not exceed 107 bytes: the data folder's path may be longer.
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
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
 * Starts the PostgreSQL that comes with the shop. Creates its cluster on the first start, and ends the processes that a killed run
 * left behind. It is durable: fsync and checksums are on. Throws `EmbeddedPostgresError` with a sentence for the operator.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
	const { dataDir, log, logServer = () => {}, onExit, settings, environment = {} } = options
	const place = await findPlace(dataDir)
	const binaries = await findBinaries(place)
	const cluster = await findOrMakeCluster(place, { binaries, log })
	await endEarlierRun(cluster.dataDir, log)
	const { postmaster, port } = await spawnOnFreePort({
		program: binaries.postgres,
		dataDir: cluster.dataDir,
		runAs: place.runAs,
		settings: { ...ownSettings, ...settings },
		environment,
		log: logServer,
	})
	let stopping: Promise<void> | undefined
	void postmaster.ended.then(() => {
		if (stopping === undefined) onExit?.(withOutput('PostgreSQL has ended by itself.', postmaster.lastLines))
	})
	return {
		url: `postgresql://${ownerName}:${cluster.ownerPassword}@127.0.0.1:${port}/${ownerName}`,
		pid: postmaster.process.pid ?? 0,
		stop() {
			stopping ??= postmaster.stop()
			return stopping
		},
	}
}

// Another program may take the port before PostgreSQL does.
async function spawnOnFreePort(options: Omit<PostmasterOptions, 'port'>) {
	for (let attempt = 1; ; attempt++) {
		const port = await freePort()
		const postmaster = spawnPostmaster({ ...options, port })
		if (await postmaster.ready) return { postmaster, port }
		const isPortTaken = postmaster.lastLines.some((line) => line.includes('could not bind'))
		if (!isPortTaken || attempt === 5)
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
