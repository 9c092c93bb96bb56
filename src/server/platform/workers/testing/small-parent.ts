import pino from 'pino'
import { startWorkers } from '#server/platform/workers/start-workers.ts'

// Starts two small workers, which listen on the given port and log to standard output. A test kills this process.

await startWorkers({
	count: 2,
	task: { port: Number(process.argv[2]), faults: {} },
	stopsWithinMs: 1_000,
	log: pino({ level: 'silent' }),
	program: `${import.meta.dirname}/small-worker.ts`,
})
