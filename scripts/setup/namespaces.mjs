import { execFileSync } from 'node:child_process'

/** The variable that tells the tests that they run in namespaces of their own. */
const isolated = { FAULTS_ISOLATED: 'yes' }

/**
 * Returns the command that runs a program in its own mount and network namespaces. Tests in it may mount small disks and lose
 * packets without affecting the machine. If the system does not allow this, returns the command without namespaces.
 *
 * @param {string} program @param {readonly string[]} args
 * @returns {{ program: string, args: string[], env: Record<string, string> }}
 */
export function inOwnNamespaces(program, args) {
	const isRoot = process.getuid?.() === 0
	// Users other than root get the necessary rights from a user namespace, and only inside it.
	const flags = ['--mount', '--net', ...(isRoot ? [] : ['--user', '--map-current-user', '--keep-caps'])]
	const prefix = [...flags, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
	try {
		execFileSync('unshare', [...prefix, 'true'], { stdio: 'ignore' })
	} catch {
		return { program, args: [...args], env: {} }
	}
	return { program: 'unshare', args: [...prefix, program, ...args], env: isolated }
}
