import { z } from 'zod'
import { requireSignIn } from '#server/apis/auth/account/require-recent-sign-in.ts'
import { devicesAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deviceName } from '#server/platform/http/device-name.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `GET /account/sessions`: lists the devices the user is signed in on and marks this one. Shows no locations or network
 * addresses.
 */
export function listSessions(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Lists the devices the user is signed in on.',
			for: 'users',
			answers: { 200: devicesAnswer },
		},
		authenticate: (c) => requireSignIn(auth, c.req.raw),
		act: async (c, { claims }) => {
			const rows = await readSessions(auth.database, { userId: claims.sub, now: auth.clock.now() })
			return c.json({ sessions: rows.map((row) => presentSessionRow(row, claims.session_id)) })
		},
	})
}

/** A device the user is signed in on. Times are ISO strings. */
export interface SignedInDevice {
	id: string
	/** Such as "Firefox on Windows". */
	device: string
	signed_in_at: string
	/** When it last refreshed its access token: accurate to about an hour. */
	last_seen_at: string
	/** Whether it made this request. */
	this_one: boolean
}

const sessionRow = z.object({
	id: z.string(),
	user_agent: z.string().nullable(),
	ip: z.string().nullable(),
	created_at: z.date(),
	seen_at: z.date(),
})

type SessionRow = z.infer<typeof sessionRow>

/** Returns the user's live sessions, most recently seen first. */
export async function readSessions(
	tx: Pick<Transaction, 'query'>,
	{ userId, now }: { userId: string; now: Date },
): Promise<SessionRow[]> {
	return await tx.query(
		sql`
		select id, user_agent, ip, created_at, coalesce(refreshed_at, created_at) as seen_at
		from auth.sessions where user_id = ${userId} and (not_after is null or not_after > ${now})
		order by seen_at desc, id`,
		sessionRow,
	)
}

export function presentSessionRow(row: SessionRow, askingId: string): SignedInDevice {
	return {
		id: row.id,
		device: deviceName(row.user_agent),
		signed_in_at: row.created_at.toISOString(),
		last_seen_at: row.seen_at.toISOString(),
		this_one: row.id === askingId,
	}
}
