// `npm run catalogue` and `npm run new-product`: runs on any Node, and starts the program with the pinned one, which reads TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../setup/run.mjs'

const pinned = join(rootDir, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
if (!existsSync(pinned)) {
	console.error('Run `npm install` first: the pinned Node is missing.')
	process.exit(1)
}
const [program, ...args] = process.argv.slice(2)
const script = join(rootDir, 'scripts', 'catalogue', `${program}.ts`)
const { status } = spawnSync(pinned, [script, ...args], { cwd: rootDir, stdio: 'inherit' })
process.exit(status ?? 1)
