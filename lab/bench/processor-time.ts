import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from './statistics.ts'

const ticksPerSecond = 100

export interface Process {
	pid: number
	parent: number
	command: string
	microseconds: number
	ofEndedChildren: number
}

export async function listProcesses(): Promise<Process[]> {
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
	/** Undefined if the server needs no PostgreSQL. */
	postgres?: number
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
	const postmaster =
		pids.postgres === undefined ? undefined : processes.find(({ pid }) => pid === pids.postgres)
	return {
		server: sum(
			processes.filter(
				({ pid, parent, command }) =>
					pid === pids.server ||
					(parent === pids.server && /src\/server\/main\.ts|nginx: worker/.test(command)),
			),
		),
		postgres:
			postmaster === undefined
				? 0
				: sum(processes.filter(({ pid, parent }) => pid === pids.postgres || parent === pids.postgres)) +
					postmaster.ofEndedChildren,
	}
}

export interface Cost extends Usage {
	what: string
	count: number
}

/** Runs a load once and measures what it costs. `load` returns how many requests were answered. */
export async function measureOnce(what: string, pids: Pids, load: () => Promise<number>): Promise<Cost> {
	const before = await usageOf(pids)
	const count = await load()
	const after = await usageOf(pids)
	return {
		what,
		count,
		server: (after.server - before.server) / count,
		postgres: (after.postgres - before.postgres) / count,
	}
}

/** Returns how many cores each group of processes uses, on average over some seconds. */
export async function measureCores(
	groups: Readonly<Record<string, (one: Process) => boolean>>,
	seconds: number,
): Promise<Record<string, number>> {
	const startedAt = performance.now()
	const before = new Map((await listProcesses()).map((one) => [one.pid, one.microseconds]))
	await pause(seconds * 1000)
	const after = await listProcesses()
	const microseconds = 1000 * (performance.now() - startedAt)
	const used = (isInGroup: (one: Process) => boolean) =>
		after.filter(isInGroup).reduce((sum, one) => sum + one.microseconds - (before.get(one.pid) ?? 0), 0)
	return Object.fromEntries(
		Object.entries(groups).map(([name, isInGroup]) => [name, used(isInGroup) / microseconds]),
	)
}

const longestUnrest = 60
/** A shop is idle if it takes less than this much processor time in a second, in microseconds. */
const quiet = 20_000

/**
 * Waits until a server has finished the work after its start, such as compressing pages. Otherwise that work would count as
 * part of the first requests.
 */
export async function untilQuiet(pids: Pids): Promise<void> {
	for (let second = 0; second < longestUnrest; second += 1) {
		const { server } = await measureOnce('', pids, () => pause(1_000, 1))
		if (server < quiet) return
	}
}

export function medianOf(costs: readonly Cost[]): Cost {
	const middle = (key: 'count' | 'server' | 'postgres') => median(costs.map((cost) => cost[key]))
	return {
		what: costs[0]?.what ?? '',
		count: middle('count'),
		server: middle('server'),
		postgres: middle('postgres'),
	}
}
