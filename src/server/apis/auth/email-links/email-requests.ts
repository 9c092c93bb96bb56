import type { Context } from 'hono'
import type { z } from 'zod'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { bookEmail, countEmailRequest, type EmailKind } from '#server/apis/auth/email-links/email-limits.ts'
import { replaceToken, type TokenType } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { readCodeChallenge, type recoverSchema, redirectTarget } from '#server/apis/auth/schemas.ts'
import { findOrCreate } from '#server/apis/auth/sign-up/email-account.ts'
import {
	chooseSignUp,
	sendConfirmation,
	storeSignUpWithoutPassword,
} from '#server/apis/auth/sign-up/pending-sign-ups.ts'
import { resendEmailChange } from '#server/apis/auth/user/change-email.ts'
import { recordEvent } from '#server/apis/auth/user/record-event.ts'
import { isBanned, lockUserWhere, type UserRow } from '#server/apis/auth/user/users.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { MailRequest } from '#server/features/accounts/jobs.ts'
import { answerMailRequestJob, sendOneTimeTokenJob } from '#server/features/accounts/jobs.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { readEmail } from '#server/platform/http/body.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { Clock } from '#shared/clock.ts'

/**
 * Queues a request for an email. A job looks up the account later, so the answer and its timing are the same for every
 * address. Throws `over_email_send_rate_limit` if the caller asks again too soon.
 */
export async function requestEmail(
	c: Context<Env>,
	{ rateLimits, database }: AuthDependencies,
	request: Omit<MailRequest, 'from'>,
): Promise<Response> {
	const from = c.get('clientAddress')
	await rateLimits.consume('email', from)
	await countEmailRequest(rateLimits, { email: request.email, from, refusesAgain: true })
	await database.asServer((tx) => addJob(tx, answerMailRequestJob, { ...request, from }))
	return c.json({})
}

/**
 * Returns a request for an email that creates no account. Throws `validation_failed` if the address or the challenge is malformed.
 */
export function requestTo(
	c: Context<Env>,
	auth: AuthDependencies,
	{ kind, body }: { kind: MailRequest['kind']; body: z.infer<typeof recoverSchema> },
): Omit<MailRequest, 'from'> {
	return {
		kind,
		email: readEmail(body.email),
		challenge: readCodeChallenge(body),
		redirectTo: redirectTarget(c.req.query('redirect_to'), auth).href,
		createUser: false,
		metadata: {},
	}
}

interface AnswerOptions {
	database: Database
	clock: Clock
	settings: AuthSettings
}

/** Sends the requested email if the address has an account, or if the request may create one. */
export async function answerEmailRequest(
	{ database, clock, settings }: AnswerOptions,
	request: MailRequest,
): Promise<void> {
	const now = clock.now()
	let isKnown = false
	const answered = database.asServer(async (tx) => {
		const known = await lockUserWhere(tx, whoAsks(request))
		const mayCreate = request.kind === 'otp' && request.createUser && settings.signUpsOpen
		const user = known ?? (mayCreate ? await findOrCreate(tx, request.email, now) : undefined)
		if (user === undefined || isBanned(user, now)) return
		isKnown = user.email_confirmed_at !== null
		await answers[request.kind](tx, { user, request, now, settings })
	})
	await answered.catch((error: unknown) => {
		// Once the hourly email limit is reached, an email to a known account is retried. All others are dropped, because there may
		// be thousands.
		const isSpent = error instanceof AppError && error.code === 'over_email_send_rate_limit'
		if (isKnown || !isSpent) throw error
	})
}

/**
 * Returns the condition that finds the account of a request. An account without an address is found by the address it is
 * changing to.
 */
function whoAsks({ kind, email }: MailRequest): Sql {
	if (kind !== 'resend_email_change') return sql`u.email = ${email}`
	return sql`u.id = coalesce(
		(select id from auth.users where email = ${email}),
		(
			select t.user_id from auth.one_time_tokens t join auth.users owner on owner.id = t.user_id and owner.email is null
			where t.relates_to = ${email} and t.token_type = 'email_change_token_new' order by t.created_at desc limit 1
		)
	)`
}

interface Answering {
	user: UserRow
	request: MailRequest
	now: Date
	settings: AuthSettings
}

const answers: Record<MailRequest['kind'], (tx: Transaction, answering: Answering) => Promise<unknown>> = {
	otp: async (tx, { user, request, now, settings }) => {
		const { metadata, challenge, redirectTo, from } = request
		if (user.email_confirmed_at !== null)
			return await sendToken(
				tx,
				{ user, request, now, settings },
				{ type: 'magic_link_token', kind: 'magic_link' },
			)
		const tokenId = await storeSignUpWithoutPassword(tx, user, { metadata, challenge, redirectTo, from }, now)
		return await sendConfirmation(tx, user, { tokenId, again: true, now }, settings)
	},
	recovery: async (tx, answering) => {
		const { user, request, now } = answering
		const isMailed = await sendToken(tx, answering, { type: 'recovery_token', kind: 'recovery' })
		if (!isMailed) return
		await tx.execute(sql`update auth.users set recovery_sent_at = ${now} where id = ${user.id}`)
		await recordEvent(tx, {
			userId: user.id,
			action: 'user_recovery_requested',
			from: { address: request.from },
			now,
		})
	},
	resend_signup: async (tx, { user, request, now, settings }) => {
		if (user.email_confirmed_at !== null) return
		const tokenId = await chooseSignUp(tx, user, request, now)
		await sendConfirmation(tx, user, { tokenId, again: true, now }, settings)
	},
	resend_email_change: (tx, { user, now, settings }) => resendEmailChange(tx, user, { now, settings }),
}

/**
 * Emails a new link that replaces the last link of its type. Does nothing while the email with that last link is still waiting.
 */
async function sendToken(
	tx: Transaction,
	{ user, request, now, settings }: Answering,
	{ type, kind }: { type: TokenType; kind: EmailKind },
): Promise<boolean> {
	const { challenge, redirectTo, from } = request
	const afterSeconds = await bookEmail(
		tx,
		{ email: user.email, kind, again: true, isKnown: user.email_confirmed_at !== null, now },
		settings,
	)
	if (afterSeconds === undefined) return false
	const tokenId = await replaceToken(tx, {
		user,
		type,
		mailbox: user.email,
		challenge,
		redirectTo,
		from,
		now,
	})
	await addJob(tx, sendOneTimeTokenJob, { tokenId }, { afterSeconds })
	return true
}
