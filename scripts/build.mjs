// `npm run build` prepares the shop as `npm start` does, but does not start it. It is for servers where a service manager does
// that.
import { prepare } from './setup/prepare.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	await prepare({ builds: ['pages', 'programs'] })
	return 0
})
