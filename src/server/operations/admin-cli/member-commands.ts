import { z } from 'zod'
import { listMembers } from '#server/features/staff/list-members.ts'
import { findMember, planAddition, planRemoval } from '#server/features/staff/plan-members.ts'
import { invitationLink } from '#server/features/staff/staff-links.ts'
import {
	type AdminContext,
	acting,
	type Command,
	reading,
	UsageError,
} from '#server/operations/admin-cli/command.ts'
import { shortened, tableOf } from '#server/operations/admin-cli/table.ts'
import { roleSchema } from '#shared/admin/members.ts'
import { dayOf, momentOf } from '#shared/dates.ts'
import { emailAddress } from '#shared/email-address.ts'

const timeSchema = z.iso.datetime()

/** The commands about the members of staff. */
export const memberCommands: Readonly<Record<string, Command>> = {
	members: reading({
		does: 'lists the members of the admin and the open invitations',
		shape: z.object({
			members: z.array(
				z.object({
					user_id: z.uuid(),
					email: z.string(),
					role: roleSchema,
					added_at: timeSchema,
					second_step: z.boolean(),
					/** When they last used the admin; null if they are not signed in to it. */
					used_at: timeSchema.nullable(),
				}),
			),
			invitations: z.array(z.object({ email: z.string(), role: roleSchema, expires_at: timeSchema })),
		}),
		read: async (admin) => {
			const { members, invitations } = await listMembers(admin)
			return {
				members: members.map(({ id, has_second_step, ...member }) => ({
					user_id: id,
					...member,
					second_step: has_second_step,
				})),
				invitations: invitations.map(({ email, role, expires_at }) => ({ email, role, expires_at })),
			}
		},
		lines: ({ members, invitations }) =>
			members.length + invitations.length === 0
				? ['There are no members: npm run admin -- add-member <email> --role owner --by <you>.']
				: tableOf(
						[{ title: 'Role' }, { title: 'Second step' }, { title: 'Last used' }, { title: 'Email' }],
						[
							...members.map(({ role, second_step, used_at, email }) => [
								role,
								second_step ? 'yes' : 'no',
								used_at === null ? 'signed out' : momentOf(new Date(used_at)),
								shortened(email),
							]),
							...invitations.map(({ role, expires_at, email }) => [
								role,
								'',
								`invited until ${dayOf(new Date(expires_at))}`,
								shortened(email),
							]),
						],
					),
	}),
	'add-member': acting({
		does: 'makes an account a member of the admin, or prints an invitation link if the address has no account',
		takes: ['<email>'],
		options: { role: '<owner|helper|accountant>', reason: '<why>' },
		needs: ['role'],
		shape: z.object({
			email: z.string(),
			role: roleSchema,
			/** The invitation link to pass on; null if there already is an account with that address. */
			link: z.string().nullable(),
		}),
		plan: async (admin, { args, options }, decided) => {
			const email = emailAddress().safeParse(args[0]?.trim())
			if (!email.success) throw new UsageError(`“${args[0]}” is not a whole email address.`)
			const role = roleSchema.safeParse(options.role)
			if (!role.success) throw new UsageError('--role is owner, helper or accountant.')
			const wanted = { email: email.data, role: role.data }
			const { will, act } = await planAddition(admin, wanted, decided)
			return { will, act: async () => ({ ...wanted, link: linkOf(admin, (await act()).token) }) }
		},
		lines: ({ email, role, link }) =>
			link === null
				? [`${email} is now a member: ${role}.`]
				: [`Send this link to ${email}; it works once:`, link],
	}),
	'remove-member': acting({
		does: 'removes a member from the admin, but never the last owner',
		takes: ['<email>'],
		options: { reason: '<why>' },
		shape: z.object({ email: z.string() }),
		plan: async (admin, { args }, decided) => {
			const member = await findMember(admin.database, (args[0] ?? '').trim())
			const { will, act } = planRemoval(admin, member, decided)
			return {
				will,
				act: async () => {
					await act()
					return { email: member.email }
				},
			}
		},
		lines: ({ email }) => [`${email} is no longer a member.`],
	}),
}

function linkOf({ adminUrl }: AdminContext, token: string | null): string | null {
	if (token === null) return null
	return invitationLink(adminUrl ?? '<ADMIN_URL>', token)
}
