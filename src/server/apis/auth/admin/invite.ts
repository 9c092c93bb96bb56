import { insertUser } from '#server/apis/auth/admin/create-user.ts'
import { type Admin, requireAdmin } from '#server/apis/auth/admin/require-admin.ts'
import { userAnswer } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { bookEmail } from '#server/apis/auth/email-links/email-limits.ts'
import { replaceToken } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { emailExists } from '#server/apis/auth/errors.ts'
import { findByEmail } from '#server/apis/auth/oauth/store-identity.ts'
import { inviteSchema, readBody, redirectTarget } from '#server/apis/auth/schemas.ts'
import { readMetadata, type UserMetadata } from '#server/apis/auth/user/user-metadata.ts'
import { presentUser, readUser, type UserRow } from '#server/apis/auth/user/users.ts'
import { sendOneTimeTokenJob } from '#server/features/accounts/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { recordServiceAct } from '#server/platform/db/service-act.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readEmail } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { addJob } from '#server/platform/jobs/queue.ts'

/** `POST /invite`: creates an account and emails its user a link, which confirms the address. Throws `email_exists`. */
export function inviteUser(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Invites somebody by email.',
			for: 'the service role',
			query: ['redirect_to'],
			body: inviteSchema,
			answers: { 200: userAnswer },
		},
		authenticate: (c) => requireAdmin(auth, c.req.raw),
		parse: async (c) => {
			const { email, data } = await readBody(c.req.raw, inviteSchema)
			return {
				email: readEmail(email),
				metadata: readMetadata(data),
				redirectTo: redirectTarget(c.req.query('redirect_to'), auth).href,
			}
		},
		act: async (c, admin, invitation) => {
			const now = auth.clock.now()
			const invited = await auth.database.asServer(async (tx) => {
				const from = { admin, address: c.get('clientAddress'), now }
				const { user, tokenId } = await prepareInvitation(tx, invitation, from)
				const booking = { email: user.email, kind: 'confirmation', again: false, isKnown: true, now } as const
				const afterSeconds = await bookEmail(tx, booking, auth.settings)
				if (afterSeconds !== undefined) await addJob(tx, sendOneTimeTokenJob, { tokenId }, { afterSeconds })
				return user
			})
			return c.json(presentUser(invited))
		},
	})
}

interface Invitation {
	email: string
	metadata: UserMetadata
	redirectTo: string
}

/** Creates the account for an invitation, or finds an unconfirmed one, and stores the request that the link belongs to. */
export async function prepareInvitation(
	tx: Transaction,
	{ email, metadata, redirectTo }: Invitation,
	{ admin, address, now }: { admin: Admin; address: string; now: Date },
): Promise<{ user: UserRow; tokenId: string }> {
	const known = await findByEmail(tx, email)
	if (known !== undefined && known.email_confirmed_at !== null) throw emailExists()
	const user = known ?? (await insertUser(tx, { email, userMetadata: metadata }, { password: null, now }))
	await tx.execute(sql`
		update auth.users set invited_at = ${now}, confirmation_sent_at = ${now}, updated_at = ${now} where id = ${user.id}`)
	const request = { user, type: 'invite_token', mailbox: email, challenge: null, redirectTo, now } as const
	const tokenId = await replaceToken(tx, request)
	await tx.execute(sql`
		update auth.one_time_tokens set pending_metadata = ${JSON.stringify(metadata)}::jsonb where id = ${tokenId}`)
	const details = { user_id: user.id }
	await tx.execute(recordServiceAct({ ...admin, action: 'user_invited', details, address }))
	return { user: await readUser(tx, user.id), tokenId }
}
