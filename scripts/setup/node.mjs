import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from './paths.mjs'
import { Trouble } from './trouble.mjs'

const runningMajor = Number(process.versions.node.split('.')[0])

/** The scripts themselves must run on whatever Node the machine has. */
export function checkRunningNode() {
	if (runningMajor < 20) {
		throw new Trouble(
			`Node ${process.versions.node} is too old to set the shop up: please install Node 20 or later.`,
		)
	}
}

/** The package that brings our own Node to this platform, if there is one. */
export const nodePackage = `node-${process.platform}-${process.arch}`

/** The Node that runs the shop: the pinned one, else the one running now if it is new enough. */
export function pinnedNode() {
	const pinned = join(rootDir, 'node_modules', nodePackage, 'bin/node')
	if (existsSync(pinned)) return pinned
	if (runningMajor >= 24) return process.execPath
	throw new Trouble(
		`The shop brings no Node for ${process.platform} on ${process.arch}, and Node ${process.versions.node} cannot run it: please install Node 24.`,
	)
}
