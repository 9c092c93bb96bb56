import type { Context } from 'hono'
import type { AuthDependencies } from '#server/auth/dependencies.ts'
import { invalid } from '#server/auth/errors.ts'
import {
	checkMailInterval,
	keepSignUp,
	mailConfirmation,
	mailTooSoon,
} from '#server/auth/pending-sign-ups.ts'
import { redirectTarget } from '#server/auth/redirect-target.ts'
import {
	type CodeChallenge,
	readBody,
	readCodeChallenge,
	readEmail,
	resendSchema,
} from '#server/auth/schemas.ts'
import { isBanned, type UserRow, userColumns } from '#server/auth/users.ts'
import type { Row, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Env } from '#server/http/env.ts'
import { AppError } from '#shared/app-error.ts'

/**
 * `POST /resend`: mails the confirmation of a sign-up again. Answers `{}` whether or not the address waits for one; who asks
 * too often is refused alike for every address.
 */
export async function resend(c: Context<Env>, auth: AuthDependencies): Promise<Response> {
	await auth.rateLimits.consume('mail', c.get('clientAddress'))
	await auth.authenticate(c.req.raw)
	const body = await readBody(c.req.raw, resendSchema)
	checkKind(body)
	const email = readEmail(body.email)
	const request = {
		challenge: readCodeChallenge(body),
		redirectTo: redirectTarget(c.req.query('redirect_to'), auth.siteUrl).href,
	}
	await auth.rateLimits.consume('resend', email).catch((error: unknown) => {
		throw error instanceof AppError && error.retryAfter !== undefined ? mailTooSoon(error.retryAfter) : error
	})

	const now = auth.clock.now()
	await auth.database.asServer(async (tx) => {
		const [user] = await tx.query<UserRow>(sql`
			select ${userColumns} from auth.users u where u.email = ${email} and u.email_confirmed_at is null for no key update`)
		if (user === undefined || isBanned(user, now)) return
		checkMailInterval(user, now, auth.settings)
		await mailConfirmation(tx, user, await chooseSignUp(tx, user, { ...request, now }), now)
	})
	return c.json({})
}

function checkKind({ type, email, phone }: { type: string; email: string; phone: string }): void {
	if (email !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided.')
	switch (type) {
		case 'signup':
			if (email === '') throw invalid('Type provided requires an email address')
			return
		case 'email_change':
			throw new AppError({
				code: 'email_provider_disabled',
				status: 422,
				message: 'Changing the email address is not offered',
			})
		case 'sms':
		case 'phone_change':
			throw new AppError({
				code: 'phone_provider_disabled',
				status: 400,
				message: 'Unsupported phone provider',
			})
		default:
			throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
	}
}

interface ResendRequest {
	challenge: CodeChallenge | null
	redirectTo: string
	now: Date
}

/**
 * The sign-up a new link is for. Where several wait, whoever asks may have made any of them: the link then proves the
 * mailbox and sets no password at all, rather than perhaps a squatter's.
 */
async function chooseSignUp(
	tx: Transaction,
	user: UserRow,
	{ challenge, redirectTo, now }: ResendRequest,
): Promise<string> {
	const waiting = await tx.query<Row & { id: string; has_password: boolean }>(sql`
		select id, pending_password is not null as has_password from auth.one_time_tokens
		where user_id = ${user.id} and token_type = 'confirmation_token'`)
	const signUps = waiting.filter(({ has_password }) => has_password)
	const chosen = signUps.length === 1 ? signUps[0] : waiting.find(({ has_password }) => !has_password)
	if (chosen === undefined)
		return keepSignUp(tx, user, { password: null, metadata: null, challenge, redirectTo }, { now })
	await tx.execute(sql`
		update auth.one_time_tokens set
			code_challenge = ${challenge?.challenge ?? null}, code_challenge_method = ${challenge?.method ?? null},
			redirect_to = ${redirectTo}, updated_at = ${now}
		where id = ${chosen.id}`)
	return chosen.id
}
