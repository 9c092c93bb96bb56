import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rootDir } from '../scripts/setup/run.mjs'

/** Writes a file only if its content differs. The path is relative to the root of the clone. */
export async function writeChanged(path: string, content: Uint8Array | string): Promise<void> {
	if (!(await isDifferent(path, content))) return
	const file = join(rootDir, path)
	await mkdir(dirname(file), { recursive: true })
	await writeFile(file, content)
	console.log(`written  ${path}`)
}

async function isDifferent(path: string, content: Uint8Array | string): Promise<boolean> {
	const before = await readFile(join(rootDir, path)).catch(() => undefined)
	return before === undefined || Buffer.compare(before, Buffer.from(content)) !== 0
}

export async function isMissing(path: string): Promise<boolean> {
	return access(join(rootDir, path)).then(
		() => false,
		() => true,
	)
}
