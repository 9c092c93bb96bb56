import type { Role } from '#shared/admin/members.ts'

/** The roles as pages name them. */
export const roleNames: Readonly<Record<Role, string>> = {
	owner: 'Owner',
	helper: 'Helper',
	accountant: 'Accountant',
}
