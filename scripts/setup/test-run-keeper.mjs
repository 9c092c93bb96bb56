// Cleans up after a test run once the process that began it has ended, even if it was killed: its end closes the IPC channel.
import { clearRun } from './test-run.mjs'

const [, , folder = ''] = process.argv

process.on('message', () => {})
process.once('disconnect', async () => {
	// Node can hang during a normal exit, and nothing is left to clean up in this process.
	await clearRun(folder).finally(() => process.kill(process.pid, 'SIGKILL'))
})
// Ignores signals sent to the run's whole process group, because it still has to clean up.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {})
