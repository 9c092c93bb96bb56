// `npm run test:upgrade`: replaces servers of the last release with servers of this one under load, and upgrades a shop of the
// last release. `-- <commit> …` upgrades shops of these commits instead. `-- all` upgrades a shop of each commit that added a
// migration, which takes an hour.
import { join } from 'node:path'
import { compileCache } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { rootDir, run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const commits = process.argv.slice(2)
	const node = await prepare({ builds: ['pages', 'programs'], tools: true })
	const config = ['--config', 'vitest.faults.config.ts', ...(commits.length > 0 ? ['every-state'] : [])]
	const { code } = await run(node, [join(rootDir, 'node_modules/vitest/vitest.mjs'), 'run', ...config], {
		env: { ...compileCache, FAULTS: 'upgrade', UPGRADE_FROM: commits.join(' ') },
	})
	return code
})
