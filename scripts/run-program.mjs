// `npm run admin`, `audit`, `doctor`, `env-example`, `catalogue`, `test:planted-bugs` and others: prepares the clone, then runs a program with the
// remaining arguments.
import { compileCache } from './setup/node.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { runScript } from './setup/trouble.mjs'

await runScript(async () => {
	const args = process.argv.slice(2)
	const from = (/** @type {string} */ folder) => args.some((arg) => arg.startsWith(`${folder}/`))
	const workshop = from('workshop')
	const node = await prepare({
		builds: from('build/programs') ? ['programs'] : [],
		tools: workshop || from('lab'),
		workshop,
	})
	const { code } = await run(node, ['--disable-warning=ExperimentalWarning', ...args], {
		env: compileCache,
		answers: true,
	})
	return code
})
