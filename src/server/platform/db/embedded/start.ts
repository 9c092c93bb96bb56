import { findBinaries } from '#server/platform/db/embedded/binaries.ts'
import { findOrMakeCluster, ownerName } from '#server/platform/db/embedded/cluster.ts'
import { endEarlierRun } from '#server/platform/db/embedded/earlier-run.ts'
import { withOutput } from '#server/platform/db/embedded/embedded-postgres-error.ts'
import { freePort } from '#server/platform/db/embedded/free-port.ts'
import { findPlace } from '#server/platform/db/embedded/place.ts'
import { type PostmasterOptions, spawnPostmaster } from '#server/platform/db/embedded/postmaster.ts'

interface StartOptions {
	/** Everything of the database is kept in, or recorded in, this folder. The caller holds its lock. */
	dataDir: string
	/** Tells the operator, in plain words, what takes a while. */
	log: (line: string) => void
	/** Receives each line PostgreSQL itself logs. */
	logServer?: (line: string) => void
	/** Told once if PostgreSQL ends without having been asked to. */
	onExit?: (reason: Error) => void
	/** Further server settings, as PostgreSQL names them. */
	settings?: Readonly<Record<string, string>>
}

export interface EmbeddedPostgres {
	/** Connection string of the owner, a superuser, to the shop's database. The port differs with each start. */
	url: string
	/** Number of the postmaster's process. */
	pid: number
	/** Stops PostgreSQL; everything committed is on disk. May be called twice. */
	stop(): Promise<void>
}

const ownSettings = {
	// A Unix socket would be nicer, but its path may not exceed 107 bytes, and a data folder's may.
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	max_connections: '100',
	password_encryption: 'scram-sha-256',
	timezone: 'UTC',
	log_timezone: 'UTC',
	lc_messages: 'C',
	// Short statements by key: compiling them costs more than it saves.
	jit: 'off',
	log_checkpoints: 'off',
}

/**
 * Starts the PostgreSQL that comes with the shop, making its cluster on the first start and clearing away what a killed
 * run left. Durable: fsync and checksums are on. Throws `EmbeddedPostgresError` with a sentence for the operator.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
	const { dataDir, log, logServer = () => {}, onExit, settings } = options
	const place = await findPlace(dataDir)
	const binaries = await findBinaries(place)
	const cluster = await findOrMakeCluster(place, { binaries, log })
	await endEarlierRun(cluster.dataDir, log)
	const { postmaster, port } = await spawnOnFreePort({
		program: binaries.postgres,
		dataDir: cluster.dataDir,
		runAs: place.runAs,
		settings: { ...ownSettings, ...settings },
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

// Between our finding a port and PostgreSQL's taking it another program may be quicker.
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
