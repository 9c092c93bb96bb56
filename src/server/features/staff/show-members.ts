import { reading } from '#server/admin-api/operation.ts'
import { membersApi } from '#shared/admin/members.ts'
import { listMembers } from './list-members.ts'

export const whoAmI = reading(membersApi['who-am-i'], {
	does: 'says which member of the admin you are, and what you may do',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ config }, _input, { id, name, role }) => ({
		...{ id, name, role, site_url: config.siteUrl, is_public: config.isPublic },
	}),
})

export const members = reading(membersApi.members, {
	does: 'lists the members and the open invitations',
	roles: ['owner'],
	read: async (admin) => {
		const listed = await listMembers(admin)
		return {
			members: listed.members.map(({ added_at, used_at, ...member }) => ({
				...member,
				added_at: added_at.toISOString(),
				used_at: used_at?.toISOString() ?? null,
			})),
			invitations: listed.invitations.map(({ invited_at, expires_at, ...invitation }) => ({
				...invitation,
				invited_at: invited_at.toISOString(),
				expires_at: expires_at.toISOString(),
			})),
		}
	},
})
