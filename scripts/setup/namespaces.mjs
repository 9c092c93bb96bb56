import { execFileSync } from 'node:child_process'

/** Variable that tells the tests that they run in namespaces of their own. */
const isolated = { FAULTS_ISOLATED: 'yes' }

/**
 * Returns the command that runs a program in its own mount and network namespaces, in which tests may mount small disks and lose
 * packets without affecting the machine. If the system does not allow it, the program runs as it is.
 *
 * @param {string} program @param {readonly string[]} args
 * @returns {{ program: string, args: string[], env: Record<string, string> }}
 */
export function inOwnNamespaces(program, args) {
	const isRoot = process.getuid?.() === 0
	// A user namespace gives other users the rights they need in it, and only there.
	const flags = ['--mount', '--net', ...(isRoot ? [] : ['--user', '--map-current-user', '--keep-caps'])]
	const prefix = [...flags, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
	try {
		execFileSync('unshare', [...prefix, 'true'], { stdio: 'ignore' })
	} catch {
		return { program, args: [...args], env: {} }
	}
	return { program: 'unshare', args: [...prefix, program, ...args], env: isolated }
}
