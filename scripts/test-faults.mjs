// `npm run test:faults`: kills servers and databases, makes the provider fail and checks that nothing is lost.
// `--seed N` repeats the random choices of a run, `--kills N` sets how often a server is killed at random, `--short` runs what `npm test` runs.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serverEnvironment } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { rootDir, run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { seed: { type: 'string' }, kills: { type: 'string' }, short: { type: 'boolean' } },
	})
	const node = await prepare({ pages: true })
	const config = ['--config', 'vitest.faults.config.ts']
	const args = [join(rootDir, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...positionals]
	const { code } = await run(node, args, {
		env: {
			...serverEnvironment,
			FAULTS: values.short ? 'short' : 'full',
			...(values.seed ? { FAULTS_SEED: values.seed } : {}),
			...(values.kills ? { FAULTS_KILLS: values.kills } : {}),
		},
	})
	return code
})
