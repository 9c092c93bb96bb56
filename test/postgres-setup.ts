import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** The superuser's connection string for the PostgreSQL of this test run. */
		databaseUrl: string
	}
}

/** Starts one PostgreSQL for the whole run, in which each test file has its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-test-'))
	// If the tests run as root, PostgreSQL's own user must be able to enter this folder.
	await chmod(folder, 0o755)
	const server = await startEmbeddedPostgres({
		dataDir: folder,
		log: () => {},
		// The data need not survive a power cut.
		settings: {
			fsync: 'off',
			synchronous_commit: 'off',
			full_page_writes: 'off',
			max_connections: '300',
			// By default both sides hash the password 4096 times for each connection, and the tests open a thousand.
			scram_iterations: '1',
		},
	})
	// Over the socket, a round trip takes a third less processor time than over the port.
	project.provide('databaseUrl', server.socketUrl)
	return async () => {
		await server.stop()
		await rm(folder, { recursive: true })
	}
}
