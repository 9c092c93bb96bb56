import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withSetupLock } from './lock.mjs'
import { checkRunningNode, pinnedNode } from './node.mjs'

/**
 * Installs packages and builds pages if something has changed. Returns the Node to run with.
 *
 * @param {{ pages: boolean, tools?: boolean }} options `tools` also installs the packages that are only for tests, linting and
 * building goods.
 */
export async function prepare({ pages, tools = false }) {
	checkRunningNode()
	const isReady = () => isInstalled({ tools }) && (!pages || isBuilt())
	if (!isReady()) {
		await withSetupLock(async () => {
			if (!isInstalled({ tools })) await install({ tools })
			if (pages && !isBuilt()) await build()
		})
	}
	return pinnedNode()
}
