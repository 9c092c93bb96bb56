import type { Channel } from '#server/apis/realtime/channel.ts'
import { type ChannelError, secondStepMissing, sessionEnded } from '#server/apis/realtime/channel-error.ts'
import { tokenExpired } from '#server/apis/realtime/check-token.ts'
import type { RealtimeContext } from '#server/apis/realtime/context.ts'
import type { Caller } from '#server/platform/db/caller.ts'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { unixSeconds } from '#shared/clock.ts'

type SignedIn = Extract<Caller, { role: 'authenticated' }>
/** Why the database refuses a session (docs/threats.md): it is over, or lacks its second step. */
export type EndedSession = 'HS001' | 'HS002'

interface Answer extends Row {
	ended: EndedSession | null
	visible: Row | null
}

/** Bounds the time of one statement. */
const mostAtOnce = 250

/** Checks the callers' sessions and, if it is named, reads a row in the name of each. */
export async function readFor(
	database: Pick<Database, 'readForSeveral'>,
	callers: readonly SignedIn[],
	row?: { table: string; id: string },
): Promise<Map<SignedIn, Answer>> {
	const byClaims = Map.groupBy(callers, ({ claims }) => JSON.stringify(claims))
	const all = [...byClaims]
	const answers = new Map<SignedIn, Answer>()
	for (let at = 0; at < all.length; at += mostAtOnce) {
		const some = all.slice(at, at + mostAtOnce)
		const claims = some.map(([text]) => text)
		const rows = await database.readForSeveral<Answer>(
			sql`select ended, visible from realtime.read_row_for(${claims}::text[], ${row?.table ?? null}::text, ${row?.id ?? null}::text)`,
		)
		for (const [index, [, same]] of some.entries()) {
			const answer = rows[index]
			if (answer !== undefined) for (const caller of same) answers.set(caller, answer)
		}
	}
	return answers
}

type Context = Pick<RealtimeContext, 'database' | 'hub' | 'presence'>

/** Ends the channels whose sessions are over, among those of one user or of all. */
export async function checkSessions(context: Context, userId: string | undefined): Promise<void> {
	const { hub } = context
	const channels = [...(userId === undefined ? hub.channelsOfUsers() : hub.channelsOfUser(userId))]
	const callers = new Map(channels.map((channel) => [channel, channel.caller]))
	const signedIn = [...new Set(callers.values())].filter((caller) => caller.role === 'authenticated')
	const answers = await readFor(context.database, signedIn)
	for (const [channel, caller] of callers) {
		if (caller.role !== 'authenticated' || channel.caller !== caller) continue
		const ended = answers.get(caller)?.ended ?? null
		if (ended !== null) endChannel(context, channel, ended)
	}
}

/** Ends the channels whose tokens have expired. The official client sends a new one before. */
export function endExpired(context: Context & Pick<RealtimeContext, 'clock'>): void {
	const { hub, clock } = context
	const now = unixSeconds(clock)
	for (const channel of [...hub.channelsOfUsers()]) {
		const { caller } = channel
		if (caller.role === 'authenticated' && caller.claims.exp <= now)
			closeChannel(context, channel, tokenExpired(caller.claims.exp, clock))
	}
}

export function endChannel(context: Context, channel: Channel, ended: EndedSession): void {
	closeChannel(context, channel, ended === 'HS001' ? sessionEnded() : secondStepMissing())
}

/** Takes a channel off the server and tells its client why. */
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

/** Takes a channel off the server. */
export function leaveChannel({ hub, presence }: Pick<Context, 'hub' | 'presence'>, channel: Channel): void {
	channel.isClosed = true
	hub.leave(channel)
	presence.untrack(channel)
}
