// `npm run catalogue`: started by any Node, carried on by the pinned one, which reads TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../setup/paths.mjs'

const pinned = join(rootDir, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
if (!existsSync(pinned)) {
	console.error('Run `npm install` first: the pinned Node is missing.')
	process.exit(1)
}
const script = join(rootDir, 'scripts', 'catalogue', 'build.ts')
const { status } = spawnSync(pinned, [script, ...process.argv.slice(2)], { cwd: rootDir, stdio: 'inherit' })
process.exit(status ?? 1)
