import { readdir, readFile } from 'node:fs/promises'
import { median } from './load.ts'

const rounds = 3
const ticksPerSecond = 100

interface Process {
	pid: number
	parent: number
	command: string
	microseconds: number
	ofEndedChildren: number
}

async function listProcesses(): Promise<Process[]> {
	const found = await Promise.all(
		(await readdir('/proc'))
			.filter((name) => /^\d+$/.test(name))
			.map(async (name) => {
				const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
				const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
				const fields = stat
					.slice(stat.lastIndexOf(')') + 2)
					.split(' ')
					.map(Number)
				const sum = (a: number, b: number) => (((fields[a] ?? 0) + (fields[b] ?? 0)) * 1e6) / ticksPerSecond
				return {
					pid: Number(name),
					parent: fields[1] ?? 0,
					command,
					microseconds: sum(11, 12),
					ofEndedChildren: sum(13, 14),
				}
			}),
	)
	return found
}

/** The process ids of a server and of its PostgreSQL. */
export interface Pids {
	server: number
	postgres: number
}

/** Microseconds of processor time. */
interface Usage {
	server: number
	postgres: number
}

/** Returns the processor time so far of the server with its workers, and of PostgreSQL. */
async function usageOf(pids: Pids): Promise<Usage> {
	const processes = await listProcesses()
	const sum = (all: Process[]) => all.reduce((total, { microseconds }) => total + microseconds, 0)
	const postmaster = processes.find(({ pid }) => pid === pids.postgres)
	return {
		server: sum(
			processes.filter(
				({ pid, parent, command }) =>
					pid === pids.server || (parent === pids.server && command.includes('src/server/main.ts')),
			),
		),
		postgres:
			sum(processes.filter(({ pid, parent }) => pid === pids.postgres || parent === pids.postgres)) +
			(postmaster?.ofEndedChildren ?? 0),
	}
}

export interface Cost extends Usage {
	what: string
	count: number
}

/** Measures several rounds of a load, which returns how many requests were answered, and takes the median. */
export async function measure(
	what: string,
	pids: Pids,
	load: () => Promise<number>,
	times = rounds,
): Promise<Cost> {
	const results: Cost[] = []
	for (let round = 0; round < times; round += 1) {
		const before = await usageOf(pids)
		const count = await load()
		const after = await usageOf(pids)
		results.push({
			what,
			count,
			server: (after.server - before.server) / count,
			postgres: (after.postgres - before.postgres) / count,
		})
	}
	return {
		what,
		count: median(results.map((one) => one.count)),
		server: median(results.map((one) => one.server)),
		postgres: median(results.map((one) => one.postgres)),
	}
}
