import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { rootDir } from '../scripts/setup/run.mjs'
import { writeChanged } from './write-file.ts'

const place = 'workshop/drawn.json'
const drawnSchema = z.record(z.string(), z.hash('sha256'))

/**
 * Returns a fingerprint for each picture and film: a hash of everything it was drawn from. The keys are their paths, without size and
 * format.
 */
export function readDrawn(): Record<string, string> {
	const file = join(rootDir, place)
	return existsSync(file) ? drawnSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}

/**
 * Returns a checksum of the sources of a picture. A picture is drawn again only if this checksum changes, because drawings differ
 * slightly between machines.
 */
export function fingerprint(...sources: readonly (Uint8Array | string)[]): string {
	const hash = createHash('sha256')
	for (const source of sources) hash.update(source).update('\0')
	return hash.digest('hex')
}

export async function rememberDrawn(picture: string, of: string): Promise<void> {
	const sorted = Object.entries({ ...readDrawn(), [picture]: of }).sort(([a], [b]) => (a < b ? -1 : 1))
	await writeChanged(place, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`)
}
