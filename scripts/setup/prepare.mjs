import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withSetupLock } from './lock.mjs'
import { checkRunningNode, pinnedNode } from './node.mjs'

/**
 * Installs packages and builds pages if something has changed. Returns the Node to run with.
 *
 * @param {{ pages: boolean }} options
 */
export async function prepare({ pages }) {
	checkRunningNode()
	const isReady = () => isInstalled() && (!pages || isBuilt())
	if (!isReady()) {
		await withSetupLock(async () => {
			if (!isInstalled()) await install()
			if (pages && !isBuilt()) await build()
		})
	}
	return pinnedNode()
}
