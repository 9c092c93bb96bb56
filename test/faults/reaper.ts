import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ShopProcess } from '../../e2e/shop-process.ts'

const main = fileURLToPath(new URL('reaper-main.ts', import.meta.url))

/**
 * A killed server leaves its database and its sandbox to the next start. If this run is itself cut short before that start,
 * a process of its own, told by the closing of its channel, ends them and removes the folder.
 */
export function reapWhenGone({ dataDir, sandboxUrl }: Pick<ShopProcess, 'dataDir' | 'sandboxUrl'>): void {
	const reaper = fork(main, [dataDir, sandboxUrl], {
		detached: true,
		stdio: 'ignore',
		execArgv: ['--disable-warning=ExperimentalWarning'],
	})
	// It waits for us, not we for it.
	reaper.unref()
	reaper.channel?.unref()
}
