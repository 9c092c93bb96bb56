import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './run.mjs'
import { Trouble } from './trouble.mjs'

const runningMajor = Number(process.versions.node.split('.')[0])

/** Rejects a Node version that is too old for these scripts. */
export function checkRunningNode() {
	if (runningMajor < 20) {
		throw new Trouble(
			`Node ${process.versions.node} is too old for these scripts. Please install Node 20 or later.`,
		)
	}
}

/** The package with the pinned Node for this platform, if there is one. */
export const nodePackage = `node-${process.platform}-${process.arch}`

/** Returns the Node that runs the shop: the pinned one, or else the current one if it is new enough. */
export function pinnedNode() {
	const pinned = join(rootDir, 'node_modules', nodePackage, 'bin/node')
	if (existsSync(pinned)) return pinned
	if (runningMajor >= 24) return process.execPath
	throw new Trouble(
		`There is no pinned Node for ${process.platform} on ${process.arch}, and Node ${process.versions.node} cannot run the shop. Please install Node 24.`,
	)
}

/** The server's program, bundled by `vite.programs.config.ts`. */
export const serverProgram = 'build/programs/server.js'

/**
 * Node's options for the server. A smaller young generation saves 25 MB in an idle shop and costs a little more garbage collection
 * under load.
 */
export const serverOptions = ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning']

/** Arguments with which Node runs the server. */
export const serverArguments = [...serverOptions, serverProgram]

/** Caches compiled code, which makes the next start faster. */
export const compileCache = { NODE_COMPILE_CACHE: join(rootDir, 'node_modules', '.cache', 'headstart') }

/**
 * Makes glibc return memory to the system. Each block of 128 kB or more has a mapping of its own. A lower limit would include
 * the 64 kB blocks into which files and sockets are read, and would triple the cost of a large download. The threads share four
 * arenas. With one, memory that other threads have freed lies between what the main thread keeps, and can't be returned. With
 * more, each arena keeps some unused memory.
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '4', MALLOC_MMAP_THRESHOLD_: '131072' }

/** The environment variables that the server is started with. */
export const serverEnvironment = { ...compileCache, ...memoryEnvironment }
