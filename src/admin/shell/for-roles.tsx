import type { ComponentType } from 'react'
import { useMe } from '#admin/session/session.ts'
import { NotFound } from '#admin/shell/not-found.tsx'
import type { Role } from '#shared/admin/members.ts'

/** Shows a page to those whose role may see it; to others its address leads nowhere. Without roles, all members may. */
export function forRoles(roles: readonly Role[] | undefined, Page: ComponentType): ComponentType {
	if (roles === undefined) return Page
	return function PageForRoles() {
		const { role } = useMe()
		return roles.includes(role) ? <Page /> : <NotFound />
	}
}
