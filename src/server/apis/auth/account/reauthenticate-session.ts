import { requireSignIn } from '#server/apis/auth/account/require-recent-sign-in.ts'
import { nothingToSay } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { checkReauthentication } from '#server/apis/auth/passwords/check-reauthentication.ts'
import { readBody, reauthenticateSessionSchema } from '#server/apis/auth/schemas.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `POST /account/proof`: reauthenticates a signed-in user by their current password or by an emailed or texted code. The session
 * then counts as a recent sign-in.
 */
export function reauthenticateSession(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Makes the session count as a recent sign-in.',
			for: 'users',
			body: reauthenticateSessionSchema,
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => requireSignIn(auth, c.req.raw),
		parse: (c) => readBody(c.req.raw, reauthenticateSessionSchema),
		act: async (c, session, { current_password: currentPassword, nonce }) => {
			const byPassword = currentPassword !== ''
			if (byPassword === (nonce !== '')) throw validationFailed('Send either current_password or nonce')
			if (byPassword && session.user.encrypted_password === null)
				throw validationFailed('This account has no password: ask for a code')
			// Ignores how and when the user signed in: only the password or code in this request counts.
			const asked = { ...session, methods: [] }
			const settings = { ...auth.settings, currentPasswordRequired: false }
			await checkReauthentication(
				{ ...auth, settings },
				asked,
				{ currentPassword, nonce, from: c.get('clientAddress') },
				{ message: 'Not shown' },
			)
			const method = byPassword ? 'password' : 'otp'
			const now = auth.clock.now()
			await auth.database.query(sql`
				insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
				select id, ${method}, ${now}, ${now} from auth.sessions where id = ${session.claims.session_id}
				on conflict (session_id, authentication_method) do update set updated_at = ${now}`)
			return c.json({})
		},
	})
}
