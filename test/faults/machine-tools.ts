import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What a fault of the machine needs. `npm run test:faults` runs in namespaces of its own if the system allows that. */
export type Tool = 'namespaces' | 'nftables' | 'faketime' | 'gcc'

const isIsolated = process.env.FAULTS_ISOLATED === 'yes'

/** The library that moves a process's clock, or undefined if it is not installed. */
export const clockLibrary = [process.arch === 'arm64' ? 'aarch64' : 'x86_64']
	.map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
	.find((path) => existsSync(path))

const obstacles: Record<Tool, string | undefined> = {
	namespaces: isIsolated
		? undefined
		: 'it needs mount and network namespaces: run `npm run test:faults` as root, or as a user who may call `unshare` of Debian’s package util-linux',
	nftables: works('nft', ['list', 'ruleset'])
		? undefined
		: 'it needs `nft` of Debian’s package nftables and `ip` of iproute2',
	faketime: clockLibrary === undefined ? 'it needs libfaketime of Debian’s package faketime' : undefined,
	gcc: works('cc', ['--version']) ? undefined : 'it needs `cc` of Debian’s packages gcc and libc6-dev',
}

/** Returns why these tools cannot be used here, if so. */
export function obstacleOf(tools: readonly Tool[]): string | undefined {
	return tools.map((tool) => obstacles[tool]).find((obstacle) => obstacle !== undefined)
}

function works(program: string, args: readonly string[]): boolean {
	try {
		execFileSync(program, args, { stdio: 'ignore' })
		return true
	} catch {
		return false
	}
}
