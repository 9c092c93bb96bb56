// `npm run bench` measures performance. Each figure has a baseline in the same run. `start`, `pages`, `auth`, `money`,
// `realtime`, `costs`, `overload`, `render` or `scale` measures only that area. `compare <old.json>` compares the latest results with
// earlier ones.

import { compileCache } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { runScript, Trouble } from './setup/trouble.mjs'

const areas = [
	'start',
	'pages',
	'auth',
	'money',
	'realtime',
	'costs',
	'overload',
	'render',
	'scale',
	'compare',
]

await runScript(async () => {
	const [area, ...parts] = process.argv.slice(2)
	if (area !== undefined && !areas.includes(area))
		throw new Trouble(
			`There is no bench called "${area}". Choose ${areas.join(', ')}, or no name for all except pages, costs, overload, render and scale.`,
		)
	const node = await prepare({ builds: area === 'compare' ? [] : ['pages', 'programs'], tools: true })
	const program =
		area === 'pages' || area === 'scale'
			? [`lab/bench/${area}/main.ts`, ...parts]
			: ['lab/bench/main.ts', ...(area ? [area] : []), ...parts]
	const { code } = await run(node, ['--disable-warning=ExperimentalWarning', ...program], {
		env: compileCache,
	})
	return code
})
