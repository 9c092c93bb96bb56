import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runStatement } from '#test/run-statement.ts'
import type { ShopProcess } from '../../../e2e/shop-process.ts'
import type { ShopPair } from '../shop-pair.ts'

const memorySchema = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() })
const databaseSchema = z.object({
	connections: z.number(),
	queue: z.number(),
	temporaryFiles: z.number(),
	jobs: z.number(),
	dead: z.number(),
})

/** What is measured, and in which unit. */
export const measures = [
	{ measure: 'heap', title: 'MB in use after a garbage collection, both servers' },
	{ measure: 'rss', title: 'MB of memory that the system counts, both servers' },
	{ measure: 'files', title: 'open files and sockets, both servers' },
	{ measure: 'connections', title: 'connections to PostgreSQL' },
	{
		measure: 'temporaryFiles',
		title: 'files in the folders of the servers, and temporary ones of PostgreSQL',
	},
	{ measure: 'logs', title: 'MB of log files' },
	{ measure: 'queue', title: 'MB of tables whose rows come and go' },
	{ measure: 'jobs', title: 'jobs in the queue' },
	{ measure: 'dead', title: 'thousand dead rows' },
] as const

export type Measure = (typeof measures)[number]['measure']
export type Sample = Record<Measure, number> & { at: number }

const megabyte = 2 ** 20

/** Measures both servers and their database. Undefined if one of them is just being restarted. */
export async function takeSample(pair: ShopPair, at: number): Promise<Sample | undefined> {
	try {
		const servers = await Promise.all(pair.servers.map(measureServer))
		const sum = (measure: keyof Awaited<ReturnType<typeof measureServer>>) =>
			servers.reduce((total, server) => total + server[measure], 0)
		const [row] = await runStatement(pair.superuserUrl, statement)
		const { connections, queue, jobs, dead, temporaryFiles } = databaseSchema.parse(row)
		return {
			at,
			heap: sum('heap'),
			rss: sum('rss'),
			files: sum('files'),
			logs: sum('logs'),
			temporaryFiles: sum('temporaryFiles') + temporaryFiles,
			connections,
			jobs,
			queue: queue / megabyte,
			dead: dead / 1_000,
		}
	} catch {
		return undefined
	}
}

/** Rows of the queue and of the readiness check are deleted soon after they were written, so their tables must not grow. */
const statement = `
	select
		(select count(*)::integer from pg_stat_activity where application_name like 'headstart%') as connections,
		(select count(*)::integer from graphile_worker._private_jobs) as jobs,
		(select sum(n_dead_tup)::float from pg_stat_user_tables) as dead,
		(select count(*)::integer from pg_ls_tmpdir()) as "temporaryFiles",
		(select sum(pg_total_relation_size(relid))::float from pg_stat_user_tables
			where schemaname = 'graphile_worker' or relname = 'write_checks') as queue`

async function measureServer(server: ShopProcess) {
	const { heapUsed, external, rss } = memorySchema.parse(await server.ask({ measure: true }))
	const names = await readdir(server.dataDir, { recursive: true })
	const logs = names.filter((name) => name.startsWith('shop.log'))
	const sizes = await Promise.all(logs.map(async (name) => (await stat(join(server.dataDir, name))).size))
	return {
		heap: (heapUsed + external) / megabyte,
		rss: rss / megabyte,
		files: (await readdir(`/proc/${server.pid()}/fd`)).length,
		logs: sizes.reduce((total, size) => total + size, 0) / megabyte,
		temporaryFiles: names.length,
	}
}
