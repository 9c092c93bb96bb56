import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { findByPhone, findOrCreateByPhone } from '#server/apis/auth/phone/phone-account.ts'
import { mergeWithWaiting, textNewToken } from '#server/apis/auth/phone/phone-tokens.ts'
import { bookText, type TextUse } from '#server/apis/auth/phone/text-limits.ts'
import type { TextRules } from '#server/apis/auth/phone/text-rules.ts'
import { isBanned, lockUserWhere, type UserRow } from '#server/apis/auth/user/users.ts'
import type { TextRequest } from '#server/features/accounts/jobs.ts'
import { answerMailRequestJob, sendTextJob } from '#server/features/accounts/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { dayMs } from '#shared/clock.ts'

/**
 * If a user with an email address has typed no code sent to their number for this many days, they receive emails instead of
 * texts. A number that is given up goes to somebody else within months.
 */
const trustedDays = 180

type Answering = Pick<AuthDependencies, 'database' | 'clock' | 'settings' | 'siteUrl'> & { rules: TextRules }

interface Asked {
	request: TextRequest
	country: string
	now: Date
}

/** Texts the requested code if the number belongs to an account, or the request may create one for it. */
export async function answerTextRequest(options: Answering, request: TextRequest): Promise<void> {
	const { database, clock } = options
	const country = options.rules.findCountry(request.phone)
	// The settings no longer list the country.
	if (country === undefined) return
	const asked = { request, country, now: clock.now() }
	await database.asServer((tx) => answers[request.kind](tx, options, asked))
}

const answers: Record<
	TextRequest['kind'],
	(tx: Transaction, options: Answering, asked: Asked) => Promise<void>
> = {
	otp: async (tx, options, asked) => {
		const { request, now } = asked
		const mayCreate = request.createUser && options.settings.signUpsOpen
		const user =
			(await findByPhone(tx, request.phone)) ??
			(mayCreate ? await findOrCreateByPhone(tx, request.phone, now) : undefined)
		if (user === undefined || isBanned(user, now)) return
		const { phone, channel, metadata, from } = request
		if (isStale(user, now)) await emailInstead(tx, options, { user, request })
		else if (
			await book(tx, options, asked, { user, use: 'sign_in', isKnown: user.phone_confirmed_at !== null })
		)
			await textNewToken(tx, { user, type: 'phone_token', phone, channel, from, metadata, now })
		else await mergeWithWaiting(tx, { user, password: null, metadata })
	},
	resend_sms: async (tx, options, asked) => {
		const user = await findByPhone(tx, asked.request.phone)
		if (user === undefined || user.phone_confirmed_at !== null || isBanned(user, asked.now)) return
		// Anybody can have a code sent again. The password of a sign-up remains only if the same network asks.
		await tx.execute(sql`
			update auth.one_time_tokens set pending_password = null, pending_metadata = null
			where user_id = ${user.id} and token_type = 'phone_token' and asked_from is distinct from ${asked.request.from}`)
		const waiting = await findWaiting(tx, sql`t.user_id = ${user.id} and t.token_type = 'phone_token'`)
		if (waiting !== undefined && (await book(tx, options, asked, { user, use: 'sign_in', isKnown: false })))
			await sendAgain(tx, waiting, asked.now)
	},
	resend_phone_change: async (tx, options, asked) => {
		const user = await lockUserWhere(
			tx,
			sql`u.id = (
				select user_id from auth.one_time_tokens
				where relates_to = ${asked.request.phone} and token_type = 'phone_change_token' order by created_at desc limit 1
			)`,
		)
		if (user === undefined || isBanned(user, asked.now) || (await isTaken(tx, user, asked.request.phone)))
			return
		const waiting = await findWaiting(tx, sql`t.user_id = ${user.id} and t.token_type = 'phone_change_token'`)
		if (
			waiting !== undefined &&
			(await book(tx, options, asked, { user, use: 'phone_change', isKnown: false }))
		)
			await sendAgain(tx, waiting, asked.now)
	},
}

/**
 * Reports whether another user has confirmed the number. That user must not be bothered, and the caller must not learn of them.
 */
export async function isTaken(tx: Transaction, { id }: Pick<UserRow, 'id'>, phone: string): Promise<boolean> {
	return await exists(
		tx,
		sql`select from auth.users where phone = ${phone} and id <> ${id} and phone_confirmed_at is not null`,
	)
}

/** Reports whether the number may have passed to another person and the account can be reached by email instead. */
function isStale(user: UserRow, now: Date): boolean {
	if (user.email_confirmed_at === null || user.phone_confirmed_at === null) return false
	const proved = user.phone_proved_at ?? user.phone_confirmed_at
	return now.getTime() - proved.getTime() > trustedDays * dayMs
}

async function emailInstead(
	tx: Transaction,
	{ siteUrl }: Answering,
	{ user, request }: { user: UserRow; request: TextRequest },
): Promise<void> {
	const { email } = user
	const link = { challenge: null, redirectTo: `${siteUrl}/`, createUser: false, metadata: {} }
	await addJob(tx, answerMailRequestJob, { kind: 'otp', email, ...link, from: request.from })
}

async function book(
	tx: Transaction,
	{ rules }: Answering,
	{ request, country, now }: Asked,
	{ user, use, isKnown }: { user: UserRow; use: TextUse; isKnown: boolean },
): Promise<boolean> {
	const booking = { phone: request.phone, country, use, userId: user.id, isKnown, now }
	return (await bookText(tx, booking, rules.settings)) === 'booked'
}

async function findWaiting(tx: Transaction, which: ReturnType<typeof sql>): Promise<string | undefined> {
	const waiting = await maybeOne(
		tx,
		sql`select t.id from auth.one_time_tokens t where ${which} order by t.created_at desc limit 1`,
		idRow,
	)
	return waiting?.id
}

async function sendAgain(tx: Transaction, tokenId: string, now: Date): Promise<void> {
	await tx.execute(sql`update auth.one_time_tokens set updated_at = ${now} where id = ${tokenId}`)
	await addJob(tx, sendTextJob, { tokenId })
}
