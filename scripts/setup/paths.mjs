import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the clone: everything the scripts touch lies in it, wherever they are called from. */
export const rootDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
