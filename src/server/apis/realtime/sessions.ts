import { z } from 'zod'
import type { Channel } from '#server/apis/realtime/channel.ts'
import { expiredSince } from '#server/apis/realtime/check-token.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import { type ChannelError, secondStepMissing, sessionEnded } from '#server/apis/realtime/errors.ts'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import { unixSeconds } from '#shared/clock.ts'

type SignedIn = Extract<Caller, { role: 'authenticated' }>
/** Why the database refuses a session (docs/threats.md): it has ended (`HS001`), or its second step is missing (`HS002`). */
export type EndedSession = 'HS001' | 'HS002'

/** A row to read with the rights of a caller. Without a row, only the session is checked. */
interface Question {
	caller: SignedIn
	row?: { table: string; id: string } | undefined
}

interface Answer {
	ended: EndedSession | null
	visible: Row | null
}

const answerRow = z.object({ ended: z.enum(['HS001', 'HS002']).nullable(), visible: z.string().nullable() })

/** The most questions that one statement answers, so that no statement takes long. */
export const mostAtOnce = 250

/**
 * Checks the sessions of the callers, and reads each row with the rights of its caller. Callers who see the same row get the same
 * object.
 */
export async function readFor<Q extends Question>(
	database: Pick<Database, 'readForSeveral'>,
	questions: readonly Q[],
): Promise<Map<Q, Answer>> {
	const alike = [
		...Map.groupBy(questions, ({ caller, row }) =>
			JSON.stringify([row?.table, row?.id, caller.claims]),
		).values(),
	]
	const parsed = new Map<string, Row>()
	const answers = new Map<Q, Answer>()
	for (let at = 0; at < alike.length; at += mostAtOnce) {
		const some = alike.slice(at, at + mostAtOnce)
		const asked = some.flatMap(([first]) => first ?? [])
		const claims = asked.map(({ caller }) => JSON.stringify(caller.claims))
		const tables = asked.map(({ row }) => row?.table ?? null)
		const ids = asked.map(({ row }) => row?.id ?? null)
		const rows = await database.readForSeveral(
			sql`select ended, visible from realtime.read_rows_for(${claims}::text[], ${tables}::text[], ${ids}::text[])`,
			answerRow,
		)
		for (const [index, same] of some.entries()) {
			const answer = rows[index]
			if (answer === undefined) continue
			const visible = answer.visible === null ? null : rowOf(answer.visible, parsed)
			for (const question of same) answers.set(question, { ended: answer.ended, visible })
		}
	}
	return answers
}

const rowSchema = z.record(z.string(), z.unknown())

/** Parses a row that PostgreSQL has written as JSON. Many callers see the same row, so each text is parsed once. */
function rowOf(text: string, parsed: Map<string, Row>): Row {
	const known = parsed.get(text)
	if (known !== undefined) return known
	const row = rowSchema.parse(JSON.parse(text))
	parsed.set(text, row)
	return row
}

type Context = Pick<RealtimeContext, 'database' | 'hub' | 'presence'>

/** Ends the channels whose sessions have ended: those of one user, or of all users if `userId` is undefined. */
export async function checkSessions(context: Context, userId: string | undefined): Promise<void> {
	const { hub } = context
	const channels = [...(userId === undefined ? hub.channelsOfUsers() : hub.channelsOfUser(userId))]
	const questions = channels.flatMap((channel) => {
		const { caller } = channel
		return caller.role === 'authenticated' ? [{ channel, caller }] : []
	})
	const answers = await readFor(context.database, questions)
	for (const question of questions) {
		const { channel, caller } = question
		const ended = answers.get(question)?.ended ?? null
		if (ended !== null && channel.caller === caller) endChannel(context, channel, ended)
	}
}

/** Ends the channels whose tokens have expired. The official client sends a new token before that. */
export function endExpired(context: Context & Pick<RealtimeContext, 'clock'>): void {
	const { hub, clock } = context
	const now = unixSeconds(clock)
	for (const channel of [...hub.channelsOfUsers()]) {
		const { caller } = channel
		if (caller.role === 'authenticated' && caller.claims.exp <= now)
			closeChannel(context, channel, expiredSince(caller.claims.exp, clock))
	}
}

export function endChannel(context: Context, channel: Channel, ended: EndedSession): void {
	closeChannel(context, channel, ended === 'HS001' ? sessionEnded() : secondStepMissing())
}

/** Removes a channel from the server, and tells its client why. */
export function closeChannel(
	context: Pick<Context, 'hub' | 'presence'>,
	channel: Channel,
	why: ChannelError,
): void {
	if (channel.isClosed) return
	leaveChannel(context, channel)
	channel.closedBecause = why
	if (channel.isJoined) channel.pushEnd(why)
}

/** Removes a channel from the server. */
export function leaveChannel({ hub, presence }: Pick<Context, 'hub' | 'presence'>, channel: Channel): void {
	if (!channel.isClosed) channel.onLeave()
	channel.isClosed = true
	hub.leave(channel)
	presence.untrack(channel)
}
