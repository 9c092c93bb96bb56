// `npm run bench`: measures performance, each figure with a baseline in the same run. `pages`, `auth`, `money`, `realtime` or
// `costs` measures only that area.

import { serverEnvironment } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { runScript, Trouble } from './setup/trouble.mjs'

const areas = ['pages', 'auth', 'money', 'realtime', 'costs']

await runScript(async () => {
	const [area, ...parts] = process.argv.slice(2)
	if (area !== undefined && !areas.includes(area))
		throw new Trouble(
			`There is no bench "${area}". Choose ${areas.join(', ')}, or no name for all except pages and costs.`,
		)
	const node = await prepare({ pages: true })
	const program =
		area === 'pages' ? ['bench/pages/main.ts'] : ['bench/main.ts', ...(area ? [area] : []), ...parts]
	const { code } = await run(node, ['--disable-warning=ExperimentalWarning', ...program], {
		env: serverEnvironment,
	})
	return code
})
