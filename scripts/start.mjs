// `npm start`: prepares the clone, then runs the shop.

import { serverArguments, serverEnvironment } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ builds: ['pages', 'programs'] })
	const { code } = await run(node, serverArguments, { env: serverEnvironment, channel: true })
	return code
})
