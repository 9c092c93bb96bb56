// Clears what is left of a test run once the process that began it is gone, however it went: its end closes our channel.
import { clearRun } from './test-run.mjs'

const [, , folder = ''] = process.argv

process.on('message', () => {})
process.once('disconnect', async () => {
	await clearRun(folder)
	process.exit(0)
})
// A signal to the whole process group of the run is not meant for the one who tidies up after it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {})
