import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** Connection string of the owner to the one PostgreSQL of this test run. */
		databaseUrl: string
	}
}

/** One real PostgreSQL for the whole run; each test file makes a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-test-'))
	// PostgreSQL's own user must be able to enter it when the tests run as root.
	await chmod(folder, 0o755)
	const server = await startEmbeddedPostgres({
		dataDir: folder,
		log: () => {},
		// Nothing here has to survive a power cut.
		settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
	})
	project.provide('databaseUrl', server.url)
	return async () => {
		await server.stop()
		await rm(folder, { recursive: true })
	}
}
