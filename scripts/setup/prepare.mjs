import { build, isBuilt } from './build.mjs'
import { install, isInstalled, workshopDir } from './install.mjs'
import { withSetupLock } from './lock.mjs'
import { checkRunningNode, pinnedNode } from './node.mjs'

/**
 * Installs packages and builds pages if something has changed. Returns the Node to run with.
 *
 * @param {{ pages: boolean, tools?: boolean, workshop?: boolean }} options `tools` also installs the packages that are only for
 * tests and linting, `workshop` those that make the guides.
 */
export async function prepare({ pages, tools = false, workshop = false }) {
	checkRunningNode()
	const hasWorkshop = () => !workshop || isInstalled({ tools: true, folder: workshopDir })
	const isReady = () => isInstalled({ tools }) && hasWorkshop() && (!pages || isBuilt())
	if (!isReady()) {
		await withSetupLock(async () => {
			if (!isInstalled({ tools })) await install({ tools })
			if (!hasWorkshop()) await install({ tools: true, folder: workshopDir })
			if (pages && !isBuilt()) await build()
		})
	}
	return pinnedNode()
}
