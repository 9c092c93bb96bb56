import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import {
	type ActFacts,
	type Execution,
	PlanChanged,
	type PlannedAct,
	type Recorded,
} from '#server/shop/plan.ts'
import type { ActName } from '#shared/admin/api.ts'

/** Which act it is, who does it, and why. */
interface ActStamp {
	/** The name of the operation. */
	command: string
	by: string
	reason?: string | undefined
	/** The member of staff who acts; null for the service role and on the command line. */
	staffId?: string | null | undefined
	/** Which execution of the act this is; undefined for a record that no plan was made for. */
	execution?: Execution | undefined
}

interface OwnerAct extends ActStamp, ActFacts {
	id?: string
}

/**
 * Records an act of an owner in the transaction that carries it out. Throws `PlanChanged` if the same was done after this act was
 * planned, which undoes the transaction: of equal acts at the same moment, one is carried out.
 */
async function recordAct(tx: Transaction, act: OwnerAct): Promise<void> {
	const { id = randomUUID(), command, by, staffId, reason, userId, purchaseId, execution } = act
	const added = await tx.execute(sql`
		insert into shop.owner_acts
			(id, command, decided_by, staff_id, reason, user_id, purchase_id, details, before, after, asked, turn)
		values (
			${id}, ${command}, ${by}, ${staffId ?? null}, ${reason ?? null}, ${userId ?? null}, ${purchaseId ?? null},
			${JSON.stringify(act.details ?? {})}::jsonb, ${json(act.before)}::jsonb, ${json(act.after)}::jsonb,
			${execution?.asked ?? null}, ${execution?.turn ?? null}
		) on conflict (asked, turn) where asked is not null do nothing`)
	if (added === 0) throw new PlanChanged()
}

/** Former names of acts, which older records have. */
export const formerNames: ReadonlyMap<string, ActName> = new Map([
	['add-sso', 'add-university'],
	['attach', 'attach-purchase'],
	['ban', 'ban-customer'],
	['rebuild', 'rebuild-records'],
	['release', 'release-purchase'],
	['remove-sso', 'remove-university'],
	['resend', 'resend-receipt'],
	['retry', 'retry-jobs'],
	['returned', 'record-refund'],
	['unban', 'end-ban'],
])

/** Returns the condition that a row of `shop.owner_acts` records one of these acts. */
export function isRecordOf(...acts: readonly [ActName, ...ActName[]]): Sql {
	const former = [...formerNames].flatMap(([name, act]) => (acts.includes(act) ? [name] : []))
	return sql`command = any(${[...acts, ...former]})`
}

/** What the log has besides the operations of the admin, with its words. */
export const otherEntries = {
	'become-member': 'Became a member',
	'code-refused': 'Stripe refused a discount code',
	'refund-asked': 'Was refunded on request',
}

/** Records something that is no operation of the admin, in the transaction that makes it happen. */
export async function recordInLog(
	tx: Transaction,
	command: keyof typeof otherEntries,
	entry: Omit<OwnerAct, 'command'>,
): Promise<void> {
	await recordAct(tx, { command, ...entry })
}

/**
 * Carries out an act as it was planned, and returns its answer. There is no way to do so without a record. An act that would do
 * nothing does nothing: it isn't recorded either.
 */
export async function carryOut<Answer>(
	database: Pick<Database, 'asServer'>,
	planned: PlannedAct<Answer>,
	stamp: ActStamp,
): Promise<Answer | null> {
	if (planned.will.length === 0) return 'answer' in planned ? (planned.answer ?? null) : null
	if ('executeInSteps' in planned) return await withRecord(database, stamp, planned.executeInSteps)
	if (!('execute' in planned)) return null
	const { execute, afterwards } = planned
	const answer = await withRecord(database, stamp, (recorded) =>
		recorded(async (tx, actId) => {
			const { answer: given = null, ...facts } = await execute(tx, actId)
			return { ...facts, answer: given }
		}),
	)
	await afterwards?.()
	return answer
}

/** Does work of which one transaction is recorded, and returns its result. */
export async function withRecord<Result>(
	{ asServer }: Pick<Database, 'asServer'>,
	stamp: ActStamp,
	work: (recorded: Recorded) => Promise<Result>,
): Promise<Result> {
	let isRecorded = false
	const result = await work((execute) =>
		asServer(async (tx) => {
			const id = randomUUID()
			const { answer, ...facts } = await execute(tx, id)
			await recordAct(tx, { ...stamp, ...facts, id })
			isRecorded = true
			return answer
		}),
	)
	if (!isRecorded) throw new Error(`${stamp.command} was carried out without a record`)
	return result
}

function json(value: Record<string, unknown> | undefined): string | null {
	return value === undefined ? null : JSON.stringify(value)
}
