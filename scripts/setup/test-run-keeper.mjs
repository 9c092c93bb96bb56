// Cleans up after a test run once the process that began it has ended, even if it was killed: its end closes the IPC channel.
import { clearRun } from './test-run.mjs'

const [, , folder = ''] = process.argv

process.on('message', () => {})
process.once('disconnect', async () => {
	// Node can hang while it exits in order, and there is nothing left that order would serve.
	await clearRun(folder).finally(() => process.kill(process.pid, 'SIGKILL'))
})
// Ignores signals sent to the run's whole process group, because it still has to clean up.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {})
