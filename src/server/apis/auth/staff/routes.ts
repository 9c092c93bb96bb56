import { Hono } from 'hono'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { acceptInvitation, readInvitation } from '#server/apis/auth/staff/accept-invitation.ts'
import { signInWithLink } from '#server/apis/auth/staff/sign-in-with-link.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** What only the admin's Auth API has: the links that make somebody a member, or sign an owner in on their own machine. */
export function staffRoutes(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()
	routes.post('/staff/invitation', readInvitation(auth))
	routes.post('/staff/accept', acceptInvitation(auth))
	if (auth.settings.signInLinks === true) routes.post('/staff/sign-in', signInWithLink(auth))
	return routes
}
