// `npm run admin`, `audit`, `doctor`, `env-example`, `test:planted-bugs`: prepares the clone, then runs a program with the remaining arguments.
import { serverEnvironment } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ pages: false })
	const { code } = await run(node, ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], {
		env: serverEnvironment,
		answers: true,
	})
	return code
})
