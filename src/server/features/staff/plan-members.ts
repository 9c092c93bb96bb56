import { z } from 'zod'
import { sendInvitationJob } from '#server/features/staff/jobs.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { hashToken, makeToken } from '#server/platform/tokens.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { type Decided, DecisionError, type Plan } from '#server/shop/plan.ts'
import { type Role, roleSchema } from '#shared/admin/members.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

/** The dependencies of the functions that change members. */
export interface StaffContext {
	database: Database
	clock: Clock
}

/** How long an invitation can be accepted. */
const invitationDays = 7

const may: Readonly<Record<Role, string>> = {
	owner: 'An owner may do everything, and can add and remove members.',
	helper:
		'A helper may look after customers: find them, resend receipts, and refund up to a limit. No exports and no settings.',
	accountant: 'An accountant may read the figures and export the books, and change nothing.',
}

interface Wanted {
	email: string
	role: Role
}

/** Plans to invite somebody by email. Inviting them again replaces an invitation that is still open. */
export async function planInvitation(
	context: StaffContext,
	{ email, role }: Wanted,
	decided: Decided,
): Promise<Plan<null>> {
	await requireNoMember(context, email)
	return {
		will: [
			`Emails ${email} a link that makes them ${described(role)}. It works once, for ${invitationDays} days.`,
			may[role],
		],
		act: async () => {
			await context.database.asServer(async (tx) => {
				const id = await insertInvitation(tx, context.clock, { email, role, ...decided })
				await recordAct(tx, { ...decided, command: 'invite-member', details: { invitation_id: id, role } })
				await addJob(tx, sendInvitationJob, { invitationId: id })
			})
			return null
		},
	}
}

interface Added {
	/** The token of the invitation link to pass on; null if the new member has an account already. */
	token: string | null
}

/**
 * Plans to make the account with this address a member. If there is no such account, plans to make an invitation link to pass on,
 * which is not emailed.
 */
export async function planAddition(
	context: StaffContext,
	{ email, role }: Wanted,
	decided: Decided,
): Promise<Plan<Added>> {
	await requireNoMember(context, email)
	const account = await findAccount(context.database, email)
	if (account === undefined)
		return {
			will: [
				`Makes a link that invites ${email} to become ${described(role)}. It works once, for ${invitationDays} days, for anyone who opens it. There is no account with that address yet.`,
				may[role],
			],
			act: async () => {
				const token = makeToken()
				await context.database.asServer(async (tx) => {
					const id = await insertInvitation(tx, context.clock, { email, role, ...decided, token })
					await recordAct(tx, { ...decided, command: 'invite-member', details: { invitation_id: id, role } })
				})
				return { token }
			},
		}
	return {
		will: [`Makes ${email} ${described(role)}.`, may[role]],
		act: async () => {
			await context.database.asServer(async (tx) => {
				await addMember(tx, { userId: account, role, ...decided })
				await tx.execute(sql`delete from auth.staff_links where email = ${email}`)
			})
			return { token: null }
		},
	}
}

/** Makes an account a member, and records that. */
export async function addMember(
	tx: Transaction,
	{ userId, role, ...decided }: Decided & { userId: string; role: Role },
): Promise<void> {
	const added = await tx.execute(sql`
		insert into auth.staff (user_id, role, added_by) values (${userId}, ${role}, ${decided.staffId ?? decided.by})
		on conflict do nothing`)
	if (added === 0) throw new DecisionError('They are already a member.')
	await recordAct(tx, { ...decided, command: 'add-member', userId, after: { role } })
}

const memberSchema = z.object({ user_id: z.uuid(), email: z.string(), role: roleSchema })
export type KnownMember = z.infer<typeof memberSchema>

/** Finds a member by address or id. Throws `DecisionError` if there is none. */
export async function findMember(database: Pick<Database, 'query'>, who: string): Promise<KnownMember> {
	const member = await maybeOne(
		database,
		sql`
		select m.user_id, u.email, m.role from auth.staff m join auth.users u on u.id = m.user_id
		where u.email = lower(${who}) or u.id::text = lower(${who})`,
		memberSchema,
	)
	if (member === undefined) throw new DecisionError(`No member matches “${who}”.`)
	return member
}

/** Plans to change what a member may do. `act` throws `DecisionError` for the last owner, because there must always be one. */
export function planRole(
	{ database }: StaffContext,
	{ member, role }: { member: KnownMember; role: Role },
	decided: Decided,
): Plan<null> {
	const { user_id: userId, email, role: before } = member
	if (role === before) return { will: [], act: async () => null }
	return {
		will: [
			`Makes ${email} ${described(role)} instead of ${described(before)}, at once.`,
			may[role],
			...withdrawalOf(before),
		],
		act: async () => {
			await database.asServer(async (tx) => {
				await tx.execute(sql`update auth.staff set role = ${role} where user_id = ${userId}`)
				await withdrawInvitationsOf(tx, userId)
				await recordAct(tx, {
					...decided,
					command: 'change-role',
					userId,
					before: { role: before },
					after: { role },
				})
			})
			return null
		},
	}
}

/** Plans to remove a member. `act` throws `DecisionError` for the last owner, because there must always be one. */
export function planRemoval(
	{ database }: StaffContext,
	{ user_id: userId, email, role }: KnownMember,
	decided: Decided,
): Plan<null> {
	return {
		will: [
			`Removes ${email} from the admin and signs them out of it, at once.`,
			'Their account at the shop and what they have bought stay theirs. What they did stays in the log.',
			...withdrawalOf(role),
		],
		act: async () => {
			await database.asServer(async (tx) => {
				await tx.execute(sql`delete from auth.staff where user_id = ${userId}`)
				await tx.execute(sql`delete from auth.sessions where user_id = ${userId} and of_admin`)
				await withdrawInvitationsOf(tx, userId)
				await recordAct(tx, { ...decided, command: 'remove-member', userId, before: { role } })
			})
			return null
		},
	}
}

/** Plans to withdraw an invitation, so that its link no longer works. */
export function planWithdrawInvitation(
	{ database }: StaffContext,
	email: string,
	decided: Decided,
): Plan<null> {
	return {
		will: [`Withdraws the invitation of ${email}: its link no longer works.`],
		act: async () => {
			await database.asServer(async (tx) => {
				const withdrawn = await tx.query(
					sql`delete from auth.staff_links where email = ${email} returning id, role`,
					z.object({ id: z.uuid(), role: roleSchema }),
				)
				const [invitation] = withdrawn
				if (invitation === undefined)
					throw new DecisionError('That invitation has been accepted or withdrawn.')
				const details = { invitation_id: invitation.id, role: invitation.role }
				await recordAct(tx, { ...decided, command: 'withdraw-invitation', details })
			})
			return null
		},
	}
}

function withdrawalOf(before: Role): string[] {
	return before === 'owner' ? ['Invitations from them that nobody has accepted yet stop working.'] : []
}

/** Deletes the open invitations sent by a member who is no longer an owner, because only owners may invite. */
async function withdrawInvitationsOf(tx: Transaction, userId: string): Promise<void> {
	await tx.execute(sql`delete from auth.staff_links where kind = 'invitation' and added_by = ${userId}`)
}

function described(role: Role): string {
	return role === 'helper' ? 'a helper' : `an ${role}`
}

async function requireNoMember({ database }: StaffContext, email: string): Promise<void> {
	const isMember = await exists(
		database,
		sql`select from auth.staff m join auth.users u on u.id = m.user_id where u.email = ${email}`,
	)
	if (isMember) throw new DecisionError(`${email} is already a member. Change their role instead.`)
}

async function findAccount(database: Pick<Database, 'query'>, email: string): Promise<string | undefined> {
	const account = await maybeOne(
		database,
		sql`select id from auth.users where email = ${email} and email_confirmed_at is not null`,
		z.object({ id: z.uuid() }),
	)
	return account?.id
}

async function insertInvitation(
	tx: Transaction,
	clock: Clock,
	{ email, role, by, staffId, token }: Wanted & Decided & { token?: string },
): Promise<string> {
	const now = clock.now()
	const hashes = token === undefined ? [] : [hashToken(token)]
	const invitation = await one(
		tx,
		sql`
		insert into auth.staff_links (kind, email, role, token_hashes, added_by, created_at, expires_at)
		values (
			'invitation', ${email}, ${role}, ${hashes}::bytea[], ${staffId ?? by}, ${now},
			${new Date(now.getTime() + invitationDays * dayMs)}
		)
		on conflict (email) do update set id = gen_random_uuid(), role = excluded.role, token_hashes = excluded.token_hashes,
			added_by = excluded.added_by, created_at = excluded.created_at, expires_at = excluded.expires_at, mailed_at = null
		returning id`,
		z.object({ id: z.uuid() }),
	)
	return invitation.id
}
