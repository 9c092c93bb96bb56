import { execFile } from 'node:child_process'
import { chmod, mkdir, rename, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const limitMs = 120_000

/**
 * Starts one shop, and returns a function that copies its database, files and keys into the folder of another shop. All processes
 * of a test run copy from the same shop, because creating this data takes half the time of a first start.
 *
 * @param startOnce Starts a shop in an empty folder, and stops it.
 */
export async function prepareData(
	startOnce: (folder: string) => Promise<void>,
): Promise<(dataDir: string) => Promise<void>> {
	const folder = join(tmpdir(), 'prepared')
	const [temporary, data] = [join(folder, 'temporary'), join(folder, 'data')]
	const isFirst = await mkdir(folder).then(
		() => true,
		() => false,
	)
	if (isFirst) {
		await mkdir(temporary)
		// PostgreSQL's own user must be able to enter these folders.
		for (const path of [folder, temporary]) await chmod(path, 0o755)
		await startOnce(temporary)
		await rename(temporary, data)
	}
	const deadline = performance.now() + limitMs
	while (!(await stat(data).catch(() => undefined))) {
		if (performance.now() > deadline) throw new Error('no shop could be started to copy its data')
		await pause(50)
	}
	// Does not copy what depends on the settings, such as the sandbox. Uses `cp` because, unlike Node, it keeps the owners of the
	// files. PostgreSQL refuses files of other owners.
	const copied = ['postgresql', 'files', 'keys.json'].map((name) => join(data, name))
	return async (dataDir) => void (await promisify(execFile)('cp', ['-a', ...copied, dataDir]))
}
