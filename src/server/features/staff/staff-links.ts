import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { hashToken, makeToken } from '#server/platform/tokens.ts'
import { roleSchema } from '#shared/admin/members.ts'
import type { Clock } from '#shared/clock.ts'

/** Returns the URL of an invitation. The token is in the fragment, which browsers never send to a server. */
export function invitationLink(adminUrl: string, token: string): string {
	return `${adminUrl}/invitation#${token}`
}

/** Returns the URL that signs an owner in on their own machine. */
export function signInLink(adminUrl: string, token: string): string {
	return `${adminUrl}/sign-in#${token}`
}

/** How long the sign-in link that a local start prints is valid, in minutes. */
const signInLinkMinutes = 15

const invitationSchema = z.object({
	id: z.uuid(),
	email: z.string(),
	role: roleSchema,
	/** The id of the member who sent it, or the name that was given on the command line. */
	added_by: z.string(),
})

export type OpenInvitation = z.infer<typeof invitationSchema>

/**
 * Returns the condition that an invitation can be accepted. It must not have expired. If a member sent it, that member must still
 * be an owner, with an account that is neither banned nor deleted.
 */
export function canBeAccepted(now: Date): Sql {
	return sql`staff_links.kind = 'invitation' and staff_links.expires_at > ${now} and (
		staff_links.added_by !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or exists (
			select from auth.staff m join auth.users u on u.id = m.user_id
			where m.user_id::text = staff_links.added_by and m.role = 'owner' and u.deleted_at is null
				and coalesce(u.banned_until <= ${now}, true)
		)
	)`
}

/**
 * Returns the condition that a user `u` may sign in to the admin: they are a member of staff, or have an invitation that they can
 * accept.
 */
export function maySignInToAdmin(now: Date): Sql {
	return sql`(
		exists (select from auth.staff where user_id = u.id)
		or exists (select from auth.staff_links where email = u.email and ${canBeAccepted(now)})
	)`
}

/** Returns whether the user is a member of the admin. */
export async function isStaff(database: Pick<Database, 'query'>, userId: string): Promise<boolean> {
	return await exists(database, sql`select from auth.staff where user_id = ${userId}`)
}

/** Finds the invitation of a link, if it can still be accepted. */
export async function findInvitation(
	tx: Pick<Transaction, 'query'>,
	token: string,
	now: Date,
): Promise<OpenInvitation | undefined> {
	return await maybeOne(
		tx,
		sql`
		select id, email, role, added_by from auth.staff_links
		where token_hashes @> array[${hashToken(token)}]::bytea[] and ${canBeAccepted(now)}`,
		invitationSchema,
	)
}

/** Uses up an invitation, and returns whether that succeeded. Of two attempts at the same time, only one succeeds. */
export async function takeInvitation(tx: Transaction, id: string, now: Date): Promise<boolean> {
	return (
		(await tx.execute(sql`delete from auth.staff_links where id = ${id} and ${canBeAccepted(now)}`)) === 1
	)
}

/**
 * Makes a link that signs an owner in, and returns its token. The link replaces any earlier one. Only for runs on the owner's own
 * machine.
 */
export async function makeSignInLink({
	database,
	clock,
}: {
	database: Database
	clock: Clock
}): Promise<string> {
	const token = makeToken()
	const now = clock.now()
	const end = new Date(now.getTime() + signInLinkMinutes * 60_000)
	await database.asServer(async (tx) => {
		await tx.execute(sql`delete from auth.staff_links where kind = 'sign-in'`)
		await tx.execute(sql`
			insert into auth.staff_links (kind, token_hashes, added_by, created_at, expires_at)
			values ('sign-in', ${[hashToken(token)]}::bytea[], 'npm start', ${now}, ${end})`)
	})
	return token
}

/** Uses up the link that signs an owner in, and returns whether it was valid. */
export async function takeSignInLink(tx: Transaction, token: string, now: Date): Promise<boolean> {
	const taken = await tx.execute(sql`
		delete from auth.staff_links
		where kind = 'sign-in' and token_hashes @> array[${hashToken(token)}]::bytea[] and expires_at > ${now}`)
	return taken === 1
}
