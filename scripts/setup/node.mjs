import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './paths.mjs'
import { Trouble } from './trouble.mjs'

const runningMajor = Number(process.versions.node.split('.')[0])

/** Rejects a Node version that is too old for these scripts. */
export function checkRunningNode() {
	if (runningMajor < 20) {
		throw new Trouble(
			`Node ${process.versions.node} is too old to set the shop up: please install Node 20 or later.`,
		)
	}
}

/** The package with the pinned Node for this platform, if there is one. */
export const nodePackage = `node-${process.platform}-${process.arch}`

/** Returns the Node that runs the shop: the pinned one, or else the current one if it is new enough. */
export function pinnedNode() {
	const pinned = join(rootDir, 'node_modules', nodePackage, 'bin/node')
	if (existsSync(pinned)) return pinned
	if (runningMajor >= 24) return process.execPath
	throw new Trouble(
		`The shop brings no Node for ${process.platform} on ${process.arch}, and Node ${process.versions.node} cannot run it: please install Node 24.`,
	)
}
