import { z } from 'zod'
import { type Actor, defineAct } from '#server/admin-api/define-act.ts'
import { sendInvitationJob } from '#server/features/staff/jobs.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, idRow, maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { hashToken, makeToken } from '#server/platform/tokens.ts'
import { recordInLog } from '#server/shop/owner-acts.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { membersApi, type Role, roleSchema } from '#shared/admin/members.ts'
import { type Clock, dayMs } from '#shared/clock.ts'
import { invitationLink } from './staff-links.ts'

/** How long an invitation can be accepted. */
const invitationDays = 7

const may: Readonly<Record<Role, string>> = {
	owner: 'An owner may do everything, and can add and remove members.',
	helper:
		'A helper may look after customers: find them, resend receipts, and refund up to a limit. No exports and no settings.',
	editor:
		'An editor may write: drafts of words, articles and pictures, and ask an owner to publish them. No customers and no money.',
	accountant: 'An accountant may read the figures and export the books, and change nothing.',
}

/** Inviting somebody again replaces an invitation that is still open. */
const inviteMember = defineAct(membersApi['invite-member'], {
	does: 'invites somebody by email',
	log: 'Invited somebody',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, clock }, { email, role }, actor) => {
		await requireNoMember(database, email)
		return {
			will: [
				`Emails ${email} a link that makes them ${described(role)}. It works once, for ${invitationDays} days.`,
				may[role],
			],
			execute: async (tx) => {
				const id = await insertInvitation(tx, clock, { email, role, actor })
				await addJob(tx, sendInvitationJob, { invitationId: id })
				return { details: { invitation_id: id, role } }
			},
		}
	},
})

const addMember = defineAct(membersApi['add-member'], {
	does: 'makes an account a member of the admin, or makes an invitation link to pass on if the address has no account',
	log: 'Added a member, or made a link for one',
	roles: ['owner'],
	// Whoever has the database’s password adds the first owner with it. Members invite by email, which only its owner reads.
	commandLineOnly: true,
	plan: async ({ adminUrl, database, clock }, { email, role }, actor) => {
		await requireNoMember(database, email)
		const account = await maybeOne(
			database,
			sql`select id from auth.users where email = ${email} and email_confirmed_at is not null`,
			idRow,
		)
		if (account === undefined)
			return {
				will: [
					`Makes a link that invites ${email} to become ${described(role)}. It works once, for ${invitationDays} days, for anyone who opens it. There is no account with that address yet.`,
					may[role],
				],
				execute: async (tx) => {
					const token = makeToken()
					const id = await insertInvitation(tx, clock, { email, role, actor, token })
					return { answer: { link: invitationLink(adminUrl, token) }, details: { invitation_id: id, role } }
				},
			}
		return {
			will: [`Makes ${email} ${described(role)}.`, may[role]],
			execute: async (tx) => {
				await insertMember(tx, { userId: account.id, role, addedBy: actor.member.id ?? actor.by })
				await tx.execute(sql`delete from auth.staff_links where email = ${email}`)
				return { answer: { link: null }, userId: account.id, after: { role } }
			},
		}
	},
})

interface NewMember {
	userId: string
	role: Role
	by: string
	staffId?: string
	reason: string
}

/** Makes an account a member, and records that. */
export async function becomeMember(
	tx: Transaction,
	{ userId, role, by, staffId, reason }: NewMember,
): Promise<void> {
	await insertMember(tx, { userId, role, addedBy: staffId ?? by })
	await recordInLog(tx, 'become-member', { by, staffId, reason, userId, after: { role } })
}

async function insertMember(
	tx: Transaction,
	{ userId, role, addedBy }: { userId: string; role: Role; addedBy: string },
): Promise<void> {
	const added = await tx.execute(sql`
		insert into auth.staff (user_id, role, added_by) values (${userId}, ${role}, ${addedBy}) on conflict do nothing`)
	if (added === 0) throw new DecisionError('They are already a member.')
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

/** The act is refused for the last owner, because there must always be one. */
const changeRole = defineAct(membersApi['change-role'], {
	does: 'changes a member’s role, but never that of the last owner',
	log: 'Changed a role',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database }, { id, role }) => {
		const { user_id: userId, email, role: before } = await findMember(database, id)
		if (role === before) return { will: [] }
		return {
			will: [
				`Makes ${email} ${described(role)} instead of ${described(before)}, at once.`,
				may[role],
				...withdrawalOf(before),
			],
			execute: async (tx) => {
				await tx.execute(sql`update auth.staff set role = ${role} where user_id = ${userId}`)
				await withdrawInvitationsOf(tx, userId)
				return { userId, before: { role: before }, after: { role } }
			},
		}
	},
})

/** The act is refused for the last owner, because there must always be one. */
const removeMember = defineAct(membersApi['remove-member'], {
	does: 'removes a member, but never the last owner',
	log: 'Removed a member',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database }, { id }) => {
		const { user_id: userId, email, role } = await findMember(database, id)
		return {
			will: [
				`Removes ${email} from the admin and signs them out of it, at once.`,
				'Their account at the shop and what they have bought stay theirs. What they did stays in the log.',
				...withdrawalOf(role),
			],
			execute: async (tx) => {
				await tx.execute(sql`delete from auth.staff where user_id = ${userId}`)
				await tx.execute(sql`delete from auth.sessions where user_id = ${userId} and of_admin`)
				await withdrawInvitationsOf(tx, userId)
				return { userId, before: { role } }
			},
		}
	},
})

const withdrawnSchema = z.object({ invitation_id: z.uuid(), role: roleSchema })

const withdrawInvitation = defineAct(membersApi['withdraw-invitation'], {
	does: 'withdraws an invitation',
	log: 'Withdrew an invitation',
	roles: ['owner'],
	plan: async (_admin, { email }) => ({
		will: [`Withdraws the invitation of ${email}: its link no longer works.`],
		execute: async (tx) => {
			const withdrawn = await maybeOne(
				tx,
				sql`delete from auth.staff_links where email = ${email} returning id as invitation_id, role`,
				withdrawnSchema,
			)
			if (withdrawn === undefined) throw new DecisionError('That invitation has been accepted or withdrawn.')
			return { details: withdrawn }
		},
	}),
})

export const memberActs = {
	'add-member': addMember,
	'invite-member': inviteMember,
	'withdraw-invitation': withdrawInvitation,
	'change-role': changeRole,
	'remove-member': removeMember,
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

async function requireNoMember(database: Pick<Database, 'query'>, email: string): Promise<void> {
	const isMember = await exists(
		database,
		sql`select from auth.staff m join auth.users u on u.id = m.user_id where u.email = ${email}`,
	)
	if (isMember) throw new DecisionError(`${email} is already a member. Change their role instead.`)
}

async function insertInvitation(
	tx: Transaction,
	clock: Clock,
	{ email, role, actor, token }: { email: string; role: Role; actor: Actor; token?: string },
): Promise<string> {
	const now = clock.now()
	const hashes = token === undefined ? [] : [hashToken(token)]
	const invitation = await one(
		tx,
		sql`
		insert into auth.staff_links (kind, email, role, token_hashes, added_by, created_at, expires_at)
		values (
			'invitation', ${email}, ${role}, ${hashes}::bytea[], ${actor.member.id ?? actor.by}, ${now},
			${new Date(now.getTime() + invitationDays * dayMs)}
		)
		on conflict (email) do update set id = gen_random_uuid(), role = excluded.role, token_hashes = excluded.token_hashes,
			added_by = excluded.added_by, created_at = excluded.created_at, expires_at = excluded.expires_at, mailed_at = null
		returning id`,
		z.object({ id: z.uuid() }),
	)
	return invitation.id
}
