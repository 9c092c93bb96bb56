// `npm run dev` runs the shop. Its pages reload as you edit, and its server restarts when one of the server's files changes.
import { createServer } from 'node:net'
import { adminBuild, reactRouterProgram } from './setup/build.mjs'
import { serverOptions } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { runScript, Trouble } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({})
	const port = await freePort()
	// The admin has no development server. It is rebuilt when one of its files changes, and each page reads the newest build.
	const { code, output } = await run(node, adminBuild, { quiet: true })
	if (code !== 0) throw new Trouble(`${output.trim()}\n\nThe admin could not be built. See the output above.`)
	const admin = run(node, [...adminBuild, '--watch'], { quiet: true })
	const pages = run(node, [
		reactRouterProgram,
		'dev',
		'--host',
		'127.0.0.1',
		'--port',
		String(port),
		'--strictPort',
	])
	const server = run(node, ['--watch', '--watch-preserve-output', ...serverOptions, 'src/server/main.ts'], {
		env: { HEADSTART_DEV_PAGES: `http://127.0.0.1:${port}` },
	})
	const first = await Promise.race([pages, server, admin])
	// When one of them ends, this signal stops the others.
	process.kill(process.pid, 'SIGTERM')
	await Promise.all([pages, server, admin])
	return first.signalled ? 0 : first.code
})

/** @returns {Promise<number>} */
function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer()
		probe.once('error', reject)
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address()
			probe.close(() =>
				address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
			)
		})
	})
}
