import { reading } from '#server/admin-api/operation.ts'
import { membersApi } from '#shared/admin/members.ts'
import { listMembers } from './list-members.ts'

export const whoAmI = reading(membersApi['who-am-i'], {
	does: 'says which member of the admin you are, and what you may do',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ config }, _input, { id, name, role }) => ({
		id,
		name,
		role,
		site_url: config.siteUrl,
		is_public: config.isPublic,
	}),
})

export const members = reading(membersApi.members, {
	does: 'lists the members and the open invitations',
	roles: ['owner'],
	read: async (admin) => await listMembers(admin),
})
