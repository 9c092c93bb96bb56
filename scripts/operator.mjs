// `npm run admin`, `npm run audit`, `npm run doctor`: the programs that the owner runs beside the shop. Passes arguments on.
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverEnvironment } from './setup/server.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const [name, ...args] = process.argv.slice(2)
	const node = await prepare({ pages: false })
	const program = ['--disable-warning=ExperimentalWarning', `src/server/operations/${name}/main.ts`]
	const { code } = await run(node, [...program, ...args], { env: serverEnvironment })
	return code
})
