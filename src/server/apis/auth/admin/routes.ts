import { Hono } from 'hono'
import { listAuditEntries } from '#server/apis/auth/admin/audit.ts'
import { changeFactor, deleteFactor } from '#server/apis/auth/admin/change-factor.ts'
import { changeUser } from '#server/apis/auth/admin/change-user.ts'
import { createUser } from '#server/apis/auth/admin/create-user.ts'
import { deleteUser } from '#server/apis/auth/admin/delete-user.ts'
import { generateLink } from '#server/apis/auth/admin/generate-link.ts'
import { inviteUser } from '#server/apis/auth/admin/invite.ts'
import { listFactors, listUsers, readUserById } from '#server/apis/auth/admin/list-users.ts'
import { requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { nothingAtAddress } from '#server/platform/errors.ts'
import { type Env, handle } from '#server/platform/http/handle.ts'
import { noteRefusedCalls } from '#server/platform/refusals/note-refused-calls.ts'

/** The Admin API, for the service role and for owners who have taken their second step. */
export function adminRoutes(auth: AuthDependencies): Hono<Env> {
	const routes = new Hono<Env>()
	const noteRefused = noteRefusedCalls(auth, 'accounts through the Auth API', ({ code }) =>
		code === 'not_admin' || code === 'insufficient_aal' ? code : undefined,
	)
	routes.use('/invite', noteRefused)
	routes.use('/admin/*', noteRefused)
	routes.post('/invite', inviteUser(auth))
	routes.get('/admin/audit', listAuditEntries(auth))
	routes.get('/admin/users', listUsers(auth))
	routes.post('/admin/users', createUser(auth))
	routes.get('/admin/users/:id', readUserById(auth))
	routes.put('/admin/users/:id', changeUser(auth))
	routes.delete('/admin/users/:id', deleteUser(auth))
	routes.get('/admin/users/:id/factors', listFactors(auth))
	routes.put('/admin/users/:id/factors/:factor', changeFactor(auth))
	routes.delete('/admin/users/:id/factors/:factor', deleteFactor(auth))
	routes.post('/admin/generate_link', generateLink(auth))
	routes.all(
		'/admin/*',
		// Requires the same authentication for unknown paths, so that a stranger cannot find out which paths exist.
		handle({
			authenticate: (c) => requireAdmin(auth, c.req.raw),
			act: () => {
				throw nothingAtAddress()
			},
		}),
	)
	return routes
}
