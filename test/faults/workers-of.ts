import { readdir, readFile } from 'node:fs/promises'

/** Returns the process ids of a server's workers. */
export async function workersOf(parent: number | undefined): Promise<number[]> {
	const processes = await Promise.all(
		(await readdir('/proc'))
			.filter((name) => /^\d+$/.test(name))
			.map(async (pid) => ({
				pid: Number(pid),
				stat: await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
				command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
			})),
	)
	return processes
		.filter(
			({ stat, command }) =>
				stat.split(') ')[1]?.split(' ')[1] === String(parent) && command.includes('shop-main'),
		)
		.map(({ pid }) => pid)
}
