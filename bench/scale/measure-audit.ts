import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startShopProcess } from '../../e2e/shop-process.ts'
import { tell } from '../../test/faults/shopper.ts'
import { listProcesses } from '../processor-time.ts'
import { peakBytes } from '../shop.ts'

export interface MeasuredAudit {
	seconds: number
	/** The most memory that the program took. */
	megabytes: number
	exitCode: number | null
	/** What it printed. */
	output: string
}

/** Stripe's limit for an account that takes real money. */
const callsPerSecond = 100
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs `npm run audit` on the shop in a data folder, as its owner would, and measures the memory of the program. */
export async function measureAudit(dataDir: string): Promise<MeasuredAudit> {
	await using started = new AsyncDisposableStack()
	const shop = await startShopProcess({ DATA_DIR: dataDir, STRIPE_CALLS_PER_SECOND: String(callsPerSecond) })
	started.defer(() => shop.dispose())
	// The sandbox limits calls as Stripe does in test mode, four times as strictly as with real money.
	const switched = await tell(shop, '/stripe/switches', { callsPerSecond }, 'PUT')
	if (!switched?.ok) throw new Error('the sandbox did not change its limit')
	const startedAt = performance.now()
	const audit = spawn('npm', ['run', '--silent', 'audit'], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, ...shop.settings },
	})
	const output = text(audit.stdout)
	const ended = new Promise<number | null>((resolve) => audit.once('close', resolve))
	let peak = 0
	while (audit.exitCode === null) {
		const program = (await listProcesses()).find(({ command }) => isAudit(command))
		// The kernel keeps the peak, so only what is allocated in the last moment can be missed.
		if (program !== undefined) peak = await peakBytes(program.pid).catch(() => peak)
		await Promise.race([ended, pause(500)])
	}
	return {
		seconds: (performance.now() - startedAt) / 1000,
		megabytes: Math.round(peak / 1e6),
		exitCode: await ended,
		output: (await output).trim(),
	}
}

/** Ignores the scripts that start the program. */
function isAudit(command: string): boolean {
	return command.includes('src/server/operations/audit/main.ts') && !command.includes('run-program')
}
