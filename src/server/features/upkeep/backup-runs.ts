import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#shared/clock.ts'

export type RunKind = 'backup' | 'check'

/** How often a run says that it is alive, and after how long a silent one counts as dead: its server was killed. */
const saysEveryMs = 5_000
const deadMs = 120_000
/** How many runs are kept. */
const runsKept = 50

const runSchema = z.object({
	kind: z.enum(['backup', 'check']),
	asked_by: z.string().nullable(),
	started_at: z.date(),
	finished_at: z.date().nullable(),
	progress: z.string().nullable(),
	result: z.string().nullable(),
	failed: z.string().nullable(),
})

const died = 'The server that worked on it stopped.'

/** Returns the latest run on any server. */
export async function readLatestRun(database: Pick<Database, 'query'>, now: Date) {
	const isDead = sql`(finished_at is null and seen_at < ${deadBefore(now)})`
	return await maybeOne(
		database,
		sql`
		select kind, asked_by, begun_at as started_at, case when ${isDead} then seen_at else finished_at end as finished_at, progress,
			case when not failed then result end as result,
			case when ${isDead} then ${died} when failed then result end as failed
		from shop.backup_runs order by begun_at desc, id limit 1`,
		runSchema,
	)
}

interface NewRun {
	kind: RunKind
	by: string | null
	now: Date
}

/** Begins a run, unless one is under way on any server. Returns its id; undefined if it was not begun. */
export async function beginRun(tx: Transaction, { kind, by, now }: NewRun): Promise<string | undefined> {
	await tx.execute(sql`
		update shop.backup_runs set finished_at = seen_at, failed = true, result = ${died}
		where finished_at is null and seen_at < ${deadBefore(now)}`)
	await tx.execute(sql`
		delete from shop.backup_runs where id in (
			select id from shop.backup_runs where finished_at is not null order by begun_at desc offset ${runsKept}
		)`)
	const begun = await maybeOne(
		tx,
		sql`
		insert into shop.backup_runs (kind, asked_by, begun_at, seen_at) values (${kind}, ${by}, ${now}, ${now})
		on conflict do nothing returning id`,
		z.object({ id: z.uuid() }),
	)
	return begun?.id
}

export async function isUnderWay(database: Pick<Database, 'query'>, now: Date): Promise<boolean> {
	return await exists(
		database,
		sql`select from shop.backup_runs where finished_at is null and seen_at >= ${deadBefore(now)}`,
	)
}

/** Makes or checks backups. Calls `report` with how far it is. Returns how it ended. */
export type BackupWork = (report: (progress: string) => void) => Promise<string>

interface RunContext {
	database: Database
	clock: Clock
	kind: RunKind
	/** The run that a member began; undefined if it is scheduled. */
	runId: string | undefined
	work: BackupWork
}

/**
 * Works on a run and records how far it is and how it ends. Returns what to log. If a scheduled one fails, or another is under way, it
 * rejects, so that the queue tries again later. A member who asked for one sees how it ended, and decides.
 */
export async function workOnRun({ database, clock, kind, runId, work }: RunContext): Promise<string> {
	const id = runId ?? (await database.asServer((tx) => beginRun(tx, { kind, by: null, now: clock.now() })))
	if (id === undefined) throw new Error('another backup or check of the backups is under way')
	let progress: string | undefined
	const say = async () =>
		await database.asServer((tx) =>
			exists(
				tx,
				sql`
				update shop.backup_runs set seen_at = ${clock.now()}, progress = coalesce(${progress?.slice(0, 500) ?? null}, progress)
				where id = ${id} and finished_at is null returning id`,
			),
		)
	// The queue may run a job twice, and a run may have been given up as dead.
	if (!(await say())) return `The run ${id} has ended already.`
	const timer = setInterval(() => void say().catch(() => {}), saysEveryMs)
	const end = async (result: string, failed: boolean) =>
		await database.asServer((tx) =>
			tx.execute(sql`
				update shop.backup_runs set finished_at = ${clock.now()}, result = ${result.slice(0, 2_000)}, failed = ${failed}
				where id = ${id}`),
		)
	try {
		const result = await work((line) => {
			progress = line
		})
		await end(result, false)
		return result
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error)
		await end(reason, true)
		if (runId === undefined) throw error
		return reason
	} finally {
		clearInterval(timer)
	}
}

function deadBefore(now: Date): Date {
	return new Date(now.getTime() - deadMs)
}
