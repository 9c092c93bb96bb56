// `npm run lint`, `typecheck`, `test:unit` and `test:e2e`: prepares the clone, then runs one tool with the remaining arguments. `npm run lint --
// --write` also mends what can be mended; `npm run test:unit -- src/server/features/codes` and `npm run test:e2e -- viewer` choose files.
import { checks, playwright, vitest } from './setup/checks.mjs'
import { prepare } from './setup/prepare.mjs'
import { run } from './setup/run.mjs'
import { runScript, Trouble } from './setup/trouble.mjs'

/** The commands of each tool; `builds` is what must have been built. @type {Record<string, { builds: import('./setup/build.mjs').BuildName[], commands: string[][] }>} */
const tools = {
	lint: { builds: [], commands: checks.lint },
	typecheck: { builds: [], commands: checks.types },
	'test:unit': { builds: ['pages', 'programs'], commands: [[vitest, 'run']] },
	'test:e2e': { builds: ['pages', 'programs'], commands: [[playwright, 'test']] },
}

await runScript(async () => {
	const [name = '', ...args] = process.argv.slice(2)
	const tool = tools[name]
	if (tool === undefined) throw new Trouble(`Choose ${Object.keys(tools).join(', ')}.`)
	const node = await prepare({ builds: tool.builds, tools: true })
	for (const [index, command] of tool.commands.entries()) {
		const isLast = index === tool.commands.length - 1
		const { code } = await run(node, isLast ? [...command, ...args] : command, { answers: isLast })
		if (code !== 0) return code
	}
	return 0
})
