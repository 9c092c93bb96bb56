import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What a fault of the machine needs. `npm run test:faults` runs in namespaces of its own if the system allows that. */
export type Tool = 'namespaces' | 'nftables' | 'faketime' | 'gcc'

const isIsolated = process.env.FAULTS_ISOLATED === 'yes'

const libraryFolder = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
const clockLibraryPath = `${libraryFolder}/faketime/libfaketimeMT.so.1`

/** The library that moves a process's clock, or undefined if it is not installed. */
export const clockLibrary = existsSync(clockLibraryPath) ? clockLibraryPath : undefined

/**
 * Returns the arguments with which `nft` drops this percentage of the packets that arrive, and duplicates as many. Use them only in a
 * separate network namespace, because other programs of the machine use the same address.
 */
export function lossRules(percent: number): string[] {
	const share = `numgen random mod 100 < ${percent}`
	return [
		'add table ip faults;',
		'add chain ip faults input { type filter hook input priority 0; };',
		`add rule ip faults input ${share} drop;`,
		`add rule ip faults input ${share} dup to 127.0.0.1 device lo;`,
	]
}

const obstacles: Record<Tool, string | undefined> = {
	namespaces: isIsolated
		? undefined
		: 'it needs mount and network namespaces: run `npm run test:faults` as a user who may make them, with `unshare` of Debian’s package util-linux and `ip` of iproute2',
	nftables: works('nft', ['--check', ...lossRules(1)])
		? undefined
		: 'it needs `nft` of Debian’s package nftables, and a kernel with nf_tables',
	faketime: clockLibrary === undefined ? 'it needs libfaketime of Debian’s package faketime' : undefined,
	gcc: works('cc', ['--version']) ? undefined : 'it needs `cc` of Debian’s packages gcc and libc6-dev',
}

/** Returns why these tools cannot be used here; undefined if they can. */
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
