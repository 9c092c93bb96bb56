// `npm run test:faults`: kills servers and databases, makes the provider fail and checks that nothing is lost.
// `npm run test:soak`: runs half an hour of mixed load. `--minutes N` sets another time. `--leak memory` or `--leak files` plants
// a leak.
// `--seed N` repeats the random choices of a run. `--kills N` sets how often a server is killed at random. `--short` runs what
// `npm test` runs.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inOwnNamespaces } from './setup/namespaces.mjs'
import { compileCache } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { rootDir, run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			seed: { type: 'string' },
			kills: { type: 'string' },
			pairs: { type: 'string' },
			minutes: { type: 'string' },
			leak: { type: 'string' },
			short: { type: 'boolean' },
		},
	})
	const node = await prepare({ builds: ['pages', 'programs'], tools: true })
	const config = ['--config', 'vitest.faults.config.ts']
	const args = [join(rootDir, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...positionals]
	const isolated = inOwnNamespaces(node, args)
	const { code } = await run(isolated.program, isolated.args, {
		env: {
			...compileCache,
			...isolated.env,
			FAULTS: values.short ? 'short' : 'full',
			...(values.seed ? { FAULTS_SEED: values.seed } : {}),
			...(values.kills ? { FAULTS_KILLS: values.kills } : {}),
			...(values.pairs ? { FAULTS_PAIRS: values.pairs } : {}),
			...(values.minutes ? { SOAK_MINUTES: values.minutes } : {}),
			...(values.leak ? { SOAK_LEAK: values.leak } : {}),
		},
	})
	return code
})
