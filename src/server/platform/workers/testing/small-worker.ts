import { createServer } from 'node:http'
import { z } from 'zod'
import { openLog, openLogDestination } from '#server/platform/logs/log.ts'
import { connectToParent } from '#server/platform/workers/connect-to-parent.ts'

// A worker that answers with its number and process id, for tests of its parent process.

const parent = connectToParent(
	z.object({
		worker: z.int(),
		port: z.int(),
		logFile: z.string().optional(),
		faults: z.record(z.string(), z.string()),
	}),
)
const { worker, port, logFile, faults } = await parent.task
const fault = faults[worker]
if (fault === 'cannot start') {
	await parent.tell({ report: 'failed', reason: 'The port is too small.' })
	process.exit(1)
}
const log = openLog({
	level: 'info',
	destination: openLogDestination(logFile, { writer: 'worker' }),
	worker,
})
const server = createServer((_request, response) => {
	for (let line = 0; line < 50; line += 1) log.info({ line }, 'é'.repeat(200))
	response.end(JSON.stringify({ worker, pid: process.pid }))
})
server.listen({ port, host: '127.0.0.1', reusePort: process.platform === 'linux' }, () =>
	parent.tell({ report: 'open' }),
)
await parent.stopAsked
if (fault !== 'never stops') process.exit(0)
