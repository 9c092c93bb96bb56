import type { Context } from 'hono'
import { z } from 'zod'
import { nothingToSay } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { malformedId, manualLinkingDisabled } from '#server/apis/auth/errors.ts'
import { checkReauthentication, noProof } from '#server/apis/auth/passwords/check-reauthentication.ts'
import { lockAccountOf, requireLiveSession, requireSecondStep } from '#server/apis/auth/sessions/sessions.ts'
import { identityNotFound, lastIdentity } from '#server/apis/auth/user/errors.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { contactOf, readUser } from '#server/apis/auth/user/users.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'

/**
 * `DELETE /user/identities/:id`: removes a way to sign in, but never the last one. Removing the email identity also removes the
 * password. Removing the phone identity also removes the number. Requires a recent sign-in.
 */
export function unlinkIdentity(auth: AuthDependencies): Handler {
	return handle({
		about: { does: 'Removes a way to sign in.', for: 'users', answers: { 200: nothingToSay } },
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		parse: (c) => readIdentityId(c, auth),
		act: async (c, session, id) => {
			requireSecondStep(session, {
				status: 403,
				message: 'AAL2 session is required to unlink an identity when MFA is enabled.',
			})
			const { sub } = session.claims
			await auth.rateLimits.consume('updateUser', sub)
			await checkReauthentication(auth, session, noProof, {
				message: 'Unlinking an identity requires reauthentication',
			})
			const now = auth.clock.now()
			await auth.database.asServer(async (tx) => {
				// Without this lock, two concurrent requests could remove the last two identities.
				await lockAccountOf(tx, session, now)
				const user = await readUser(tx, sub)
				if (user.identities.length <= 1) throw lastIdentity()
				const identity = user.identities.find((candidate) => candidate.id === id)
				if (identity === undefined) throw identityNotFound()
				await tx.execute(sql`delete from auth.identities where id = ${id}`)
				const providers = [
					...new Set(user.identities.filter((other) => other.id !== id).map(({ provider }) => provider)),
				]
				const metadata = JSON.stringify({ ...user.raw_app_meta_data, provider: providers[0], providers })
				await tx.execute(sql`
			update auth.users set
				raw_app_meta_data = ${metadata}::jsonb, updated_at = ${now},
				encrypted_password = case when ${identity.provider} = 'email' then null else encrypted_password end,
				phone = case when ${identity.provider} = 'phone' then null else phone end,
				phone_confirmed_at = case when ${identity.provider} = 'phone' then null else phone_confirmed_at end,
				phone_change = null, phone_change_sent_at = null
			where id = ${sub}`)
				// Deletes pending confirmations. Otherwise typing the code of one would bring the number back.
				await tx.execute(
					sql`delete from auth.one_time_tokens where user_id = ${sub} and token_type in ('phone_token', 'phone_change_token')`,
				)
				await recordEvent(tx, {
					userId: sub,
					action: 'identity_unlinked',
					from: deviceOf(c),
					now,
					details: { provider: identity.provider },
					noticeTo: contactOf(user),
				})
			})
			return c.json({})
		},
	})
}

function readIdentityId(c: Context<Env>, { settings }: AuthDependencies): string {
	if (!settings.manualLinking) throw manualLinkingDisabled()
	const id = z.uuid().safeParse(c.req.param('id')).data
	if (id !== undefined) return id
	throw malformedId('identity_id')
}
