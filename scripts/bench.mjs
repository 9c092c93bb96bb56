// `npm run bench`: measures performance, each figure next to a baseline in the same run. `pages`, `auth` or `money` measures only that area.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './setup/paths.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { serverEnvironment } from './setup/server.mjs'
import { runScript, Trouble } from './setup/trouble.mjs'

const programs = { pages: 'bench/pages/main.ts', auth: 'bench/auth/main.ts', money: 'bench/money/main.ts' }

await runScript(async () => {
	const [which, ...parts] = process.argv.slice(2)
	const program =
		which === undefined ? 'bench/main.ts' : Object.entries(programs).find(([name]) => name === which)?.[1]
	if (program === undefined || !existsSync(join(rootDir, program)))
		throw new Trouble(
			`There is no bench "${which}". There are ${Object.keys(programs).join(', ')}; without a name, all but pages.`,
		)
	const node = await prepare({ pages: true })
	const { code } = await run(node, ['--disable-warning=ExperimentalWarning', program, ...parts], {
		env: serverEnvironment,
	})
	return code
})
