import { nothingToSay } from '#server/apis/auth/answers.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { bookEmail } from '#server/apis/auth/email-links/email-limits.ts'
import { replaceToken } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { emailTooSoon } from '#server/apis/auth/errors.ts'
import { requirePhone } from '#server/apis/auth/phone/phone-sign-in.ts'
import { lockAccountOf, requireLiveSession } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import type { UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import { sendOneTimeTokenJob } from '#server/features/accounts/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { validationFailed } from '#server/platform/errors.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { addJob } from '#server/platform/jobs/queue.ts'

/**
 * `GET /reauthenticate`: emails the user a code, or texts it if they have no email address. The request for a sensitive change
 * then sends it as `nonce`.
 */
export function reauthenticate(auth: AuthDependencies): Handler {
	return handle({
		about: {
			does: 'Emails the code that a sensitive change needs.',
			for: 'users',
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => requireLiveSession(auth, c.req.raw),
		act: async (c, session) => {
			const { user } = session
			if (user.is_anonymous)
				throw validationFailed('Reauthentication requires the user to have an email or a phone number')
			const { settings } = auth
			const byPhone = user.email === '' ? requirePhone(auth) : undefined
			await auth.rateLimits.consume(byPhone ? 'text' : 'email', c.get('clientAddress'))
			const now = auth.clock.now()
			await auth.database.asServer(async (tx) => {
				await lockAccountOf(tx, session, now)
				if (byPhone === undefined) await emailNonce(tx, { user, now, settings })
				else await byPhone.requestNonce(tx, user, now)
				await tx.execute(sql`update auth.users set reauthentication_sent_at = ${now} where id = ${user.id}`)
				await recordEvent(tx, {
					userId: user.id,
					action: 'user_reauthenticate_requested',
					from: deviceOf(c),
					now,
				})
			})
			return c.json({})
		},
	})
}

async function emailNonce(
	tx: Transaction,
	{ user, now, settings }: { user: UserRow; now: Date; settings: AuthSettings },
): Promise<void> {
	const kind = 'reauthentication'
	const booking = { email: user.email, kind, again: true, isKnown: true, now } as const
	const afterSeconds = await bookEmail(tx, booking, settings)
	if (afterSeconds !== 0) throw emailTooSoon(Math.ceil(afterSeconds ?? settings.emailIntervalSeconds))
	const type = 'reauthentication_token'
	const request = { user, type, mailbox: user.email, challenge: null, redirectTo: '', now } as const
	const tokenId = await replaceToken(tx, request)
	await addJob(tx, sendOneTimeTokenJob, { tokenId })
}
