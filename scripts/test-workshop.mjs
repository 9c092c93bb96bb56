// `npm run test:workshop`: installs what makes the guides, and checks the guides, the pictures, the film and the fonts against their
// sources. `npm run test:full` does so too.
import { join } from 'node:path'
import { prepare } from './setup/prepare.mjs'
import { rootDir, run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ pages: false, tools: true, workshop: true })
	const packages = join(rootDir, 'node_modules')
	const types = await run(node, [join(packages, 'typescript/bin/tsc'), '--noEmit', '--project', 'workshop'])
	const tests = await run(node, [
		join(packages, 'vitest/vitest.mjs'),
		'run',
		'--config',
		'workshop/vitest.config.ts',
		...process.argv.slice(2),
	])
	return types.code || tests.code
})
