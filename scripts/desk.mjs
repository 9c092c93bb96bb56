// `npm run desk`: what an operator can do about purchases; without a command it lists them.
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverEnvironment } from './setup/server.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ pages: false })
	const args = ['--disable-warning=ExperimentalWarning', 'src/server/desk/main.ts', ...process.argv.slice(2)]
	const { code } = await run(node, args, { env: serverEnvironment })
	return code
})
