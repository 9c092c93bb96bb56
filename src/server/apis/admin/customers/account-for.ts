import type { AdminDependencies } from '#server/apis/admin/dependencies.ts'
import type { Member } from '#server/apis/admin/require-member.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Account, findAccount } from '#server/shop/customers/find-purchase.ts'
import { DecisionError } from '#server/shop/decide-purchase.ts'

/** Finds the account that an act is about. Throws `DecisionError` if it is a member's, unless an owner acts. */
export async function accountFor(admin: AdminDependencies, id: string, member: Member): Promise<Account> {
	const account = await findAccount(admin.database, id)
	const staff = await admin.database.query(sql`select from auth.staff where user_id = ${account.id}`)
	if (staff.length > 0 && member.role !== 'owner')
		throw new DecisionError('This is a member of the admin. Only an owner may do this.')
	return account
}
