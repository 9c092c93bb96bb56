import { z } from 'zod'
import { insertUser } from '#server/apis/auth/admin/create-user.ts'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { checkNewPassword, membersRules } from '#server/apis/auth/passwords/password-rules.ts'
import {
	lockAccountOf,
	presentSession,
	requireLiveSession,
	requireSecondStep,
	startSession,
} from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf } from '#server/apis/auth/user/record-event.ts'
import { becomeMember } from '#server/features/staff/plan-members.ts'
import { findInvitation, type OpenInvitation, takeInvitation } from '#server/features/staff/staff-links.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBody } from '#server/platform/http/body.ts'
import { anyone, type Handler, handle } from '#server/platform/http/handle.ts'
import { invitationExpired, signInToAccept } from './errors.ts'

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const readSchema = z.object({ token })
const acceptSchema = z.object({ token, password: z.string().max(2_000).optional() })
const bodyLimitBytes = 8_192

/**
 * `POST /staff/invitation`: returns the address and the role that a link is for, and whether the address has an account. Throws
 * `otp_expired`.
 */
export function readInvitation(auth: AuthDependencies): Handler {
	return handle({
		authenticate: anyone,
		parse: (c) => readBody(c.req.raw, readSchema, bodyLimitBytes),
		act: async (c, _caller, body) => {
			const { email, role } = await findOpen(auth, body.token, c.get('clientAddress'))
			return c.json({ email, role, has_account: (await findAccount(auth.database, email)) !== undefined })
		},
	})
}

/**
 * `POST /staff/accept`: makes the invited person a member of staff. They must be signed in with the invited address. If that
 * address has no account yet, they send a password instead. This creates the account and opens a session, because the link
 * confirms the address. Throws `otp_expired`, `weak_password`, and `user_already_exists` if they have to sign in first.
 */
export function acceptInvitation(auth: AuthDependencies): Handler {
	return handle({
		authenticate: async (c) =>
			c.req.header('authorization') === undefined ? undefined : await requireLiveSession(auth, c.req.raw),
		parse: (c) => readBody(c.req.raw, acceptSchema, bodyLimitBytes),
		act: async (c, session, body) => {
			const address = c.get('clientAddress')
			const found = await findOpen(auth, body.token, address)
			if (session !== undefined) {
				if (session.user.email !== found.email) throw signInToAccept(found.email)
				requireSecondStep(session, { status: 403, message: 'Take your second step first.' })
				const now = auth.clock.now()
				await auth.database.asServer(async (tx) => {
					const { id: userId } = await lockAccountOf(tx, session, now)
					await accept(tx, found, { userId, now })
				})
				return c.json({})
			}
			if ((await findAccount(auth.database, found.email)) !== undefined || body.password === undefined)
				throw signInToAccept(found.email)
			checkNewPassword(body.password, found.email, membersRules(auth.settings))
			const password = await auth.passwords.hash(body.password, address)
			const now = auth.clock.now()
			const signedIn = await auth.database.asServer(async (tx) => {
				const user = await insertUser(tx, { email: found.email, emailConfirm: true }, { password, now })
				await accept(tx, found, { userId: user.id, now })
				const { settings } = auth
				return await startSession(tx, { user, method: 'invite', device: deviceOf(c), now, settings })
			})
			return c.json(await presentSession(auth, signedIn))
		},
	})
}

async function findOpen(auth: AuthDependencies, linkToken: string, from: string): Promise<OpenInvitation> {
	return await noteFailures(auth, { way: 'invitation', tried: {}, from }, () =>
		limitFailures(auth.rateLimits, [['verify', from]], async () => {
			const found = await findInvitation(auth.database, linkToken, auth.clock.now())
			if (found === undefined) throw invitationExpired()
			return found
		}),
	)
}

async function findAccount(
	database: Pick<Transaction, 'query'>,
	email: string,
): Promise<{ id: string } | undefined> {
	return await maybeOne(
		database,
		sql`select id from auth.users where email = ${email}`,
		z.object({ id: z.uuid() }),
	)
}

async function accept(
	tx: Transaction,
	invitation: OpenInvitation,
	{ userId, now }: { userId: string; now: Date },
): Promise<void> {
	if (!(await takeInvitation(tx, invitation.id, now))) throw invitationExpired()
	const { role, email, added_by: invitedBy } = invitation
	const isMember = await exists(tx, sql`select from auth.staff where user_id = ${userId}`)
	if (isMember) return
	await becomeMember(tx, {
		userId,
		role,
		by: email,
		staffId: userId,
		reason: `invited by ${await nameOf(tx, invitedBy)}`,
	})
}

/** Returns the name of an invitation's sender for the log. It is a member's address, or the name given to the admin CLI. */
async function nameOf(tx: Transaction, invitedBy: string): Promise<string> {
	const member = await maybeOne(
		tx,
		sql`select email from auth.users where id::text = ${invitedBy}`,
		z.object({ email: z.string().nullable() }),
	)
	return member?.email ?? invitedBy
}
