import { join } from 'node:path'
import { rootDir } from './paths.mjs'

// A smaller young generation costs a little more garbage collection under load and saves 25 MB in an idle shop.
/** The arguments with which Node runs the server, which reads `.env` itself. */
export const serverArguments = [
	'--max-semi-space-size=8',
	'--disable-warning=ExperimentalWarning',
	'src/server/main.ts',
]

/** Added to the server's environment: the folder for compiled code, which makes the next start faster. */
export const serverEnvironment = { NODE_COMPILE_CACHE: join(rootDir, 'node_modules', '.cache', 'headstart') }
