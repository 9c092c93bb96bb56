// `npm run doctor`: looks at a set-up, beside the running shop, and says of each part whether it is well.
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverEnvironment } from './setup/server.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ pages: false })
	const args = ['--disable-warning=ExperimentalWarning', 'src/server/doctor/main.ts']
	const { code } = await run(node, args, { env: serverEnvironment })
	return code
})
