import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './paths.mjs'

/** The arguments that make Node run the server, with the settings of `.env` where there is one. */
export function serverArguments() {
	const settings = existsSync(join(rootDir, '.env')) ? ['--env-file=.env'] : []
	return [...settings, '--disable-warning=ExperimentalWarning', 'src/server/main.ts']
}
