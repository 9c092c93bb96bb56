import { build, isBuilt } from './build.mjs'
import { install, isInstalled, workshopDir } from './install.mjs'
import { withSetupLock } from './lock.mjs'
import { checkRunningNode, pinnedNode } from './node.mjs'

/**
 * Installs packages and builds what is named if something has changed. Returns the Node to run with.
 *
 * @param {{ builds?: readonly import('./build.mjs').BuildName[], tools?: boolean, workshop?: boolean }} options `tools` also installs
 * the packages that are only for tests and linting, `workshop` those that make the guides.
 */
export async function prepare({ builds = [], tools = false, workshop = false }) {
	checkRunningNode()
	const hasWorkshop = () => !workshop || isInstalled({ tools: true, folder: workshopDir })
	const isReady = () => isInstalled({ tools }) && hasWorkshop() && builds.every(isBuilt)
	if (!isReady()) {
		await withSetupLock(async () => {
			if (!isInstalled({ tools })) await install({ tools })
			if (!hasWorkshop()) await install({ tools: true, folder: workshopDir })
			for (const name of builds) if (!isBuilt(name)) await build(name)
		})
	}
	return pinnedNode()
}
