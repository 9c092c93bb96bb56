import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { reading } from '#server/admin-api/operation.ts'
import type { Database } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readShopName } from '#server/shop/shop-name.ts'
import { invitationRow, memberRow, membersApi } from '#shared/admin/members.ts'
import { writers } from '#shared/admin/names.ts'
import { canBeAccepted } from './staff-links.ts'

export const memberReads = {
	'who-am-i': reading(membersApi['who-am-i'], {
		does: 'says which member of the admin you are, and what you may do',
		roles: [...writers, 'accountant'],
		read: async ({ config, database }, _input, { id, name, role }) => ({
			id,
			name,
			role,
			shop_name: await readShopName(database),
			site_url: config.siteUrl,
			is_public: config.isPublic,
		}),
	}),
	members: reading(membersApi.members, {
		does: 'lists the members and the open invitations',
		roles: ['owner'],
		read: listMembers,
	}),
}

/** Lists the members of staff, owners first, and the invitations that can still be accepted. */
async function listMembers({ database, clock }: AdminDependencies) {
	const members = await database.query(
		sql`
		select m.user_id as id, u.email, m.role, m.created_at as added_at,
			exists (
				select from auth.mfa_factors f
				where f.user_id = u.id and f.status = 'verified' and f.factor_type in ('totp', 'webauthn')
			) as has_second_step,
			(
				select max(coalesce(s.admin_used_at, s.created_at)) from auth.sessions s where s.user_id = u.id and s.of_admin
			) as used_at
		from auth.staff m join auth.users u on u.id = m.user_id
		order by m.role = 'owner' desc, m.role = 'helper' desc, u.email`,
		memberRow,
	)
	const invitations = await database.query(
		sql`
		select email, role, created_at as invited_at, expires_at from auth.staff_links
		where ${canBeAccepted(clock.now())} order by created_at`,
		invitationRow,
	)
	return { members, invitations }
}

/** The command that adds the first owner of the admin. That owner then invites everybody else. */
export const addOwnerCommand = 'npm run admin -- add-member <your email> --role owner --by <your name>'

/** Returns whether the admin has an owner. */
export async function hasOwner(database: Pick<Database, 'query'>): Promise<boolean> {
	return await exists(database, sql`select from auth.staff where role = 'owner' limit 1`)
}
