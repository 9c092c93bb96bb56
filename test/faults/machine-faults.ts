import { setTimeout as pause } from 'node:timers/promises'
import { runStatement } from '#test/run-statement.ts'
import type { ShopProcess } from '../../e2e/shop-process.ts'
import { type Machine, type Part, parts } from './machine.ts'
import type { Tool } from './machine-tools.ts'
import type { Chance } from './random.ts'
import type { ShopPair } from './shop-pair.ts'

/** A way in which the machine or one of its processes can fail for a while. */
export interface MachineFault {
	name: string
	/** The tools that are needed to cause it. */
	needs: readonly Tool[]
	/** Causes the fault. Returns a function that ends it. */
	begin(shop: { pair: ShopPair; machine: Machine }, chance: Chance): Promise<() => Promise<void>>
}

const hour = 3_600

export const machineFaults: readonly MachineFault[] = [
	{
		name: 'PostgreSQL is killed',
		needs: [],
		begin: async ({ pair }) => {
			process.kill(pair.postgres.pid(), 'SIGKILL')
			return async () => {}
		},
	},
	fullDisk('the database', 'database'),
	fullDisk('a server', 'one'),
	{
		name: 'all disks are slow',
		needs: ['gcc'],
		begin: async ({ machine }, chance) => {
			const ms = chance.between(50, 500)
			for (const part of parts) await machine.slowDisk(part, ms)
			return async () => {
				for (const part of parts) await machine.slowDisk(part, 0)
			}
		},
	},
	...[hour, -hour].flatMap((seconds) => [
		clockJump('the clock of a server', ['one'], seconds),
		clockJump('the clock of the database', ['database'], seconds),
		clockJump('the clock of the whole machine', parts, seconds),
	]),
	paused('a server', async ({ servers }) => servers[0].pid()),
	paused('a connection of the database', connectionOf),
	paused('the provider, with its mail server,', async ({ sandboxUrl }) => {
		const about: unknown = await (await fetch(`${sandboxUrl}/sandbox.json`)).json()
		return typeof about === 'object' && about !== null && 'pid' in about ? Number(about.pid) : undefined
	}),
	{
		name: 'packets are lost and duplicated',
		needs: ['namespaces', 'nftables'],
		begin: async ({ machine }, chance) => {
			await machine.disturbPackets(chance.between(3, 12))
			return () => machine.disturbPackets(0)
		},
	},
	{
		name: 'a server is killed',
		needs: [],
		begin: async ({ pair }) => {
			await pair.servers[1].kill()
			return () => restart(pair.servers[1])
		},
	},
]

/** Returns PostgreSQL's process of one of the shop's connections. Waits for one, since PostgreSQL may just be starting. */
async function connectionOf({ superuserUrl }: ShopPair, chance: Chance): Promise<number> {
	for (;;) {
		const found = await runStatement(superuserUrl, shopConnections).catch(() => [])
		if (found.length > 0) return Number(chance.pick(found).pid)
		await pause(200)
	}
}

const shopConnections =
	"select pid from pg_stat_activity where application_name like 'headstart%' order by pid"

function fullDisk(whose: string, part: Part): MachineFault {
	return {
		name: `the disk of ${whose} is full`,
		needs: ['namespaces'],
		begin: async ({ machine }) => {
			await machine.fillDisk(part)
			return () => machine.emptyDisk(part)
		},
	}
}

function clockJump(what: string, jumping: readonly Part[], seconds: number): MachineFault {
	return {
		name: `${what} jumps an hour ${seconds > 0 ? 'forward' : 'back'}, and later to the right time`,
		needs: ['faketime'],
		begin: async ({ machine }) => {
			await machine.moveClocks(jumping, seconds)
			return () => machine.moveClocks(jumping, 0)
		},
	}
}

/** What a server prints at start if PostgreSQL doesn't answer, breaks off the connection, or has no room on its disk. */
const databaseFailure = /Connection terminated|ECONNRESET|timeout expired|timeout exceeded|code: '5[37]/

/** Starts a server again, as a service manager does. Tries again after a failed start only if PostgreSQL was the cause. */
async function restart(server: ShopProcess): Promise<void> {
	const deadline = performance.now() + 30_000
	for (;;) {
		const printedBefore = server.output().length
		try {
			return await server.restart()
		} catch (error) {
			// The last output of the server may arrive after it has ended.
			await pause(1_000)
			const isPostgres = databaseFailure.test(server.output().slice(printedBefore))
			if (!isPostgres || performance.now() > deadline) throw error
		}
	}
}

/** Pauses a process without ending it, as happens if a machine is suspended or out of memory. */
function paused(
	what: string,
	find: (pair: ShopPair, chance: Chance) => Promise<number | undefined>,
): MachineFault {
	return {
		name: `${what} is paused`,
		needs: [],
		begin: async ({ pair }, chance) => {
			const pid = await find(pair, chance)
			if (pid === undefined) throw new Error(`${what} has no process`)
			process.kill(pid, 'SIGSTOP')
			return async () => {
				try {
					process.kill(pid, 'SIGCONT')
				} catch {
					// Another fault has ended the process in the meantime.
				}
			}
		},
	}
}
