import { acting } from '#server/admin-api/define-act.ts'
import { membersApi } from '#shared/admin/members.ts'
import {
	findMember,
	planAddition,
	planInvitation,
	planRemoval,
	planRole,
	planWithdrawInvitation,
} from './plan-members.ts'
import { invitationLink } from './staff-links.ts'

export const addMember = acting(membersApi['add-member'], {
	does: 'makes an account a member of the admin, or makes an invitation link to pass on if the address has no account',
	roles: ['owner'],
	// Whoever has the database’s password adds the first owner with it. Members invite by email, which only its owner reads.
	commandLineOnly: true,
	plan: async (admin, wanted, decided) => {
		const { will, act } = await planAddition(admin, wanted, decided)
		return {
			will,
			act: async () => {
				const { token } = await act()
				return { link: token === null ? null : invitationLink(admin.adminUrl, token) }
			},
		}
	},
})

export const inviteMember = acting(membersApi['invite-member'], {
	does: 'invites somebody by email',
	roles: ['owner'],
	sensitive: true,
	plan: (admin, wanted, decided) => planInvitation(admin, wanted, decided),
})

export const withdrawInvitation = acting(membersApi['withdraw-invitation'], {
	does: 'withdraws an invitation',
	roles: ['owner'],
	plan: async (admin, { email }, decided) => planWithdrawInvitation(admin, email, decided),
})

export const changeRole = acting(membersApi['change-role'], {
	does: 'changes a member’s role, but never that of the last owner',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { id, role }, decided) =>
		planRole(admin, { member: await findMember(admin.database, id), role }, decided),
})

export const removeMember = acting(membersApi['remove-member'], {
	does: 'removes a member, but never the last owner',
	roles: ['owner'],
	sensitive: true,
	plan: async (admin, { id }, decided) => planRemoval(admin, await findMember(admin.database, id), decided),
})
