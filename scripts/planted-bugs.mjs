// `npm run test:planted-bugs`: plants realistic bugs one at a time into a copy of the code, and reports which the tests notice.
// Names or areas after `--` choose some of them: `-- rest`, `-- shop/refund-date`. `--all` runs the whole unit suite for each
// bug rather than the tests that are expected to notice it.
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverEnvironment } from './setup/server.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ pages: false })
	const program = ['--disable-warning=ExperimentalWarning', 'scripts/planted-bugs/main.ts']
	const { code } = await run(node, [...program, ...process.argv.slice(2)], { env: serverEnvironment })
	return code
})
