// `npm run desk`, `npm run audit`, `npm run doctor`: the programs an operator runs beside the shop. Each says itself what it
// does; what follows the name is its own business.
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverEnvironment } from './setup/server.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const [name, ...args] = process.argv.slice(2)
	const node = await prepare({ pages: false })
	const program = ['--disable-warning=ExperimentalWarning', `src/server/${name}/main.ts`]
	const { code } = await run(node, [...program, ...args], { env: serverEnvironment })
	return code
})
