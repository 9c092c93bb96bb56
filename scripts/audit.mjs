// `npm run audit`: compares our records with the payment provider's, and prints every difference.
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverEnvironment } from './setup/server.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ pages: false })
	const args = ['--disable-warning=ExperimentalWarning', 'src/server/audit/main.ts', ...process.argv.slice(2)]
	const { code } = await run(node, args, { env: serverEnvironment })
	return code
})
