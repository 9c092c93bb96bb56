import { reading } from '#server/apis/admin/operation.ts'
import { membersApi } from '#shared/admin/members.ts'

export const whoAmI = reading(membersApi['who-am-i'], {
	does: 'says who you are here, and what you may do',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ config }, _input, { id, name, role }) => ({
		...{ id, name, role, site_url: config.siteUrl, is_public: config.isPublic },
	}),
})
