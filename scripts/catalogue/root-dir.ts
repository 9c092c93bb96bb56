import { join } from 'node:path'

/** The folder of the clone: paths of sources and goods start here. */
export const rootDir = join(import.meta.dirname, '..', '..')
