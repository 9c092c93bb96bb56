// Cleans up after a test run once the process that began the run has ended, even if it was killed. The IPC channel closes when
// that process ends.
import { clearRun } from './test-run.mjs'

const [, , folder = ''] = process.argv

process.on('message', () => {})
process.once('disconnect', async () => {
	// SIGKILL, because Node can hang during a normal exit. Nothing is left to clean up in this process.
	await clearRun(folder).finally(() => process.kill(process.pid, 'SIGKILL'))
})
// Ignores signals to the run's whole process group, because this process still has to clean up.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {})
