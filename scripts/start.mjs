// `npm start`: prepares the clone, then runs the shop.
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverArguments, serverEnvironment } from './setup/server.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ pages: true })
	const { code } = await run(node, serverArguments, { env: serverEnvironment, channel: true })
	return code
})
