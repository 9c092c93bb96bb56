// `npm run test:workshop`: installs what makes the guides, and checks the guides, the pictures, the film and the fonts against their
// sources. `npm run test:full` does so too.
import { checks, vitest } from './setup/checks.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const node = await prepare({ tools: true, workshop: true })
	for (const command of checks.typesOfWorkshop) {
		const { code } = await run(node, command)
		if (code !== 0) return code
	}
	const tests = await run(node, [
		vitest,
		'run',
		'--config',
		'workshop/vitest.config.ts',
		...process.argv.slice(2),
	])
	return tests.code
})
