// `npm run bench`: how fast the shop is, each figure next to a baseline in the same run.
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverEnvironment } from './setup/server.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ pages: true })
	const { code } = await run(node, ['--disable-warning=ExperimentalWarning', 'bench/main.ts'], {
		env: serverEnvironment,
	})
	return code
})
