import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** Reads the version of the shop from its package.json. */
export async function readShopVersion(): Promise<string> {
	const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
	return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
