import { createServer } from 'node:http'
import { z } from 'zod'
import { connectToParent } from '#server/platform/workers/connect-to-parent.ts'

// A worker that answers with its number and process id, for tests of the process that starts it.

const parent = connectToParent(
	z.object({ worker: z.int(), port: z.int(), faults: z.record(z.string(), z.string()) }),
)
const { worker, port, faults } = await parent.task
const fault = faults[worker]
if (fault === 'cannot start') {
	await parent.tell({ report: 'failed', reason: 'The port is too small.' })
	process.exit(1)
}
const server = createServer((_request, response) => {
	// Long enough to arrive in several pieces, with a character that may be cut in two.
	process.stdout.write(`${worker} ${'é'.repeat(40_000)}\n`)
	response.end(JSON.stringify({ worker, pid: process.pid }))
})
server.listen({ port, host: '127.0.0.1', reusePort: process.platform === 'linux' }, () =>
	parent.tell({ report: 'open' }),
)
await parent.stopAsked
if (fault !== 'never stops') process.exit(0)
