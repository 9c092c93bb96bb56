import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { startShopProcess } from '../../../e2e/shop-process.ts'
import { tell } from '../../../test/faults/shopper.ts'
import { listProcesses, type Process } from '../processor-time.ts'
import { peakBytes } from '../shop.ts'
import { untilJobsAreDone, untilMovementsAreStored } from './regular-jobs.ts'

export interface MeasuredAudit {
	seconds: number
	/** The most memory that the program took. */
	megabytes: number
	/** Null if the program was ended by a signal. */
	exitCode: number | null
	/** What it printed. */
	output: string
}

/** Stripe's limit for an account that takes real money. */
const callsPerSecond = 100
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs `npm run audit` on the shop in a data folder, as its owner would, and measures the memory of the program. */
export async function measureAudit(dataDir: string): Promise<MeasuredAudit> {
	const started = new AsyncDisposableStack()
	try {
		const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
		started.defer(() => postgres.stop())
		const shop = await startShopProcess({
			DATA_DIR: dataDir,
			DATABASE_URL: postgres.socketUrl,
			STRIPE_CALLS_PER_SECOND: String(callsPerSecond),
		})
		started.defer(() => shop.dispose())
		// Waits for the shop's jobs, because their calls count towards the same limit.
		const client = new pg.Client({ connectionString: postgres.url })
		await client.connect()
		started.defer(() => client.end())
		await untilJobsAreDone(client)
		await untilMovementsAreStored(client)
		// Otherwise the sandbox would apply the limit of Stripe's test mode, which is four times as strict. It keeps the new limit
		// until its switches are reset.
		const switched = await tell(shop, '/stripe/switches', { callsPerSecond }, 'PUT')
		if (!switched?.ok) throw new Error('the sandbox did not change its limit')
		started.defer(async () => void (await tell(shop, '/stripe/switches', {}, 'DELETE')))
		return await runAudit(shop.settings)
	} finally {
		await started.disposeAsync()
	}
}

async function runAudit(settings: Record<string, string>): Promise<MeasuredAudit> {
	const startedAt = performance.now()
	const audit = spawn('npm', ['run', '--silent', 'audit'], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, ...settings },
	})
	const output = text(audit.stdout)
	let hasEnded = false
	const ended = new Promise<number | null>((resolve) =>
		audit.once('close', (code) => {
			hasEnded = true
			resolve(code)
		}),
	)
	let peak = 0
	while (!hasEnded) {
		const program = findProgram(await listProcesses(), audit.pid)
		// The kernel keeps the peak, so only what is allocated in the last moment can be missed.
		if (program !== undefined) peak = await peakBytes(program.pid).catch(() => peak)
		await Promise.race([ended, pause(500)])
	}
	return {
		seconds: (performance.now() - startedAt) / 1000,
		megabytes: Math.round(peak / (1 << 20)),
		exitCode: await ended,
		output: (await output).trim(),
	}
}

/** Returns the process of the audit itself, below npm and the scripts that start it. */
function findProgram(processes: readonly Process[], npm: number | undefined): Process | undefined {
	const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]))
	const isBelow = (pid: number | undefined): boolean =>
		pid !== undefined && (pid === npm || isBelow(parents.get(pid)))
	return processes.find(
		({ pid, command }) =>
			command.includes('build/programs/audit.js') && !command.includes('run-program') && isBelow(pid),
	)
}
