import type { Context } from 'hono'
import { limitFailures } from '#server/apis/auth/brute-force.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { ProvedToken, TokenType } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { codeExpired, userBanned } from '#server/apis/auth/errors.ts'
import { noteFailures } from '#server/apis/auth/note-failures.ts'
import { completePhoneChange, requestPhoneChange } from '#server/apis/auth/phone/change-phone.ts'
import { textsSpent, textTooSoon } from '#server/apis/auth/phone/errors.ts'
import { confirmPhone } from '#server/apis/auth/phone/phone-account.ts'
import type { PhoneProof, PhoneSignIn } from '#server/apis/auth/phone/phone-sign-in.ts'
import { textNewToken } from '#server/apis/auth/phone/phone-tokens.ts'
import { provePhone } from '#server/apis/auth/phone/prove-phone.ts'
import { signUpByPhone } from '#server/apis/auth/phone/sign-up-by-phone.ts'
import { bookText, countOutcome } from '#server/apis/auth/phone/text-limits.ts'
import { type TextRules, textRules } from '#server/apis/auth/phone/text-rules.ts'
import { presentSession, type SignedIn, startSession } from '#server/apis/auth/sessions/sessions.ts'
import { deviceOf, recordEvent } from '#server/apis/auth/user/record-event.ts'
import { isBanned, type UserRow } from '#server/apis/auth/user/users.ts'
import type { PhoneSettings } from '#server/config/sms-settings.ts'
import type { TextRequest } from '#server/features/accounts/jobs.ts'
import { answerTextRequestJob, sendTextJob } from '#server/features/accounts/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { TextGateway } from '#server/shop/text-messages/text-gateway.ts'

export interface PhoneParts {
	settings: PhoneSettings
	gateway: TextGateway
}

/** Creates the phone sign-in service of the Auth API. Loaded only if the owner has set up a gateway. */
export function createPhoneSignIn(auth: AuthDependencies, { settings, gateway }: PhoneParts): PhoneSignIn {
	const rules = textRules(auth, settings, gateway)
	return {
		readChannel: (phone, channel) => {
			const known = rules.readChannel(channel)
			rules.requireCountry(phone)
			return known
		},
		requestCode: async (c, { phone, channel, createUser, metadata }) => {
			const known = rules.readChannel(channel)
			const country = rules.requireCountry(phone)
			await rules.countRequest(c, { phone, country })
			return await queueRequest(c, auth, { kind: 'otp', phone, channel: known, createUser, metadata })
		},
		resend: async (c, { type, phone }) => {
			const country = rules.findCountry(phone)
			// The shop does not text this number, so there is no code to send again.
			if (country === undefined) return c.json({})
			await rules.countRequest(c, { phone, country })
			const request = {
				kind: `resend_${type}`,
				phone,
				channel: 'sms',
				createUser: false,
				metadata: {},
			} as const
			return await queueRequest(c, auth, request)
		},
		signUp: (c, signUp) => signUpByPhone(c, auth, rules, signUp),
		verify: async (c, proof) => presentSession(auth, await verify(c, auth, { rules, gateway }, proof)),
		requestChange: (tx, user, change) =>
			requestPhoneChange(tx, rules, user, change, { isCheckedByNumber: gateway.checkCode !== undefined }),
		requestNonce: async (tx, user, now) => {
			const { phone } = user
			await bookOrRefuse(tx, rules, { phone, use: 'reauthentication', userId: user.id, isKnown: true, now })
			await textNewToken(tx, { user, type: 'reauthentication_token', phone, channel: 'sms', from: null, now })
		},
		checkNonce: async (user, nonce) => {
			const typed = {
				phone: user.phone,
				code: nonce,
				types: ['reauthentication_token'],
				from: undefined,
			} as const
			const outcome = await provePhone(auth, gateway, typed, async (tx, found) => {
				if (found.user.id !== user.id) return 'dead'
				await tx.execute(sql`delete from auth.one_time_tokens where id = ${found.id}`)
				return 'right'
			})
			return outcome === 'right'
		},
		sendChallenge: async (tx, { challengeId, user, phone, isVerified, now }) => {
			// Codes to an unverified number are limited separately: anybody can begin to set up a factor with another user's number.
			const use = isVerified ? 'second_step' : 'new_second_step'
			const booking = { phone, use, userId: user.id, isKnown: isVerified, now } as const
			await bookOrRefuse(tx, rules, booking)
			await addJob(tx, sendTextJob, { challengeId })
		},
		checkAtGateway: async (phone, code) => await gateway.checkCode?.(phone, code),
		countUse: (tx, phone, now) => countUse(tx, rules, phone, now),
	}
}

/** Queues a request. A job looks up the account later, so the answer and its timing are the same for every number. */
async function queueRequest(
	c: Context<Env>,
	{ database }: AuthDependencies,
	request: Omit<TextRequest, 'from'>,
): Promise<Response> {
	const from = c.get('clientAddress')
	await database.asServer((tx) => addJob(tx, answerTextRequestJob, { ...request, from }))
	return c.json({})
}

async function bookOrRefuse(
	tx: Transaction,
	rules: TextRules,
	booking: Omit<Parameters<typeof bookText>[1], 'country'>,
): Promise<void> {
	const country = rules.requireCountry(booking.phone)
	const booked = await bookText(tx, { ...booking, country }, rules.settings)
	if (booked === 'spent') throw textsSpent(booking.now)
	if (booked === 'too soon') throw textTooSoon()
}

const proofTypes: ReadonlyMap<string, readonly TokenType[]> = new Map([
	['sms', ['phone_token']],
	['phone_change', ['phone_change_token']],
])

interface VerifyParts {
	rules: TextRules
	gateway: TextGateway
}

async function verify(
	c: Context<Env>,
	auth: AuthDependencies,
	{ rules, gateway }: VerifyParts,
	{ type, phone, code, verifier }: PhoneProof,
): Promise<SignedIn> {
	const from = c.get('clientAddress')
	const check = async () => {
		const types = proofTypes.get(type) ?? []
		// The errors below are thrown after the transaction, so that the attempt stays counted.
		const outcome = await provePhone(auth, gateway, { phone, code, types, from }, async (tx, proved) => {
			const now = auth.clock.now()
			if (isBanned(proved.user, now)) return 'banned'
			const user = await applyProof(tx, proved, { c, verifier, now })
			if (user === undefined) return 'dead'
			await countUse(tx, rules, phone, now)
			const { settings } = auth
			return await startSession(tx, { user, method: 'otp', device: deviceOf(c), now, settings })
		})
		if (outcome === 'banned') throw userBanned()
		if (outcome === 'dead') throw codeExpired()
		return outcome
	}
	return await noteFailures(auth, { way: 'text code', tried: { phone }, from }, () =>
		limitFailures(auth.rateLimits, [['verify', from]], check),
	)
}

/** Applies a verified number to its account. Returns undefined if the number has been changed since the request. */
async function applyProof(
	tx: Transaction,
	proved: ProvedToken,
	{ c, verifier, now }: { c: Context<Env>; verifier: string | null; now: Date },
): Promise<UserRow | undefined> {
	const { user, token_type: type, relates_to: phone, password, metadata } = proved
	const device = deviceOf(c)
	if (type === 'phone_change_token') return await completePhoneChange(tx, proved, { device, now })
	// The number has been changed since the request.
	if (user.phone !== phone) return undefined
	await tx.execute(
		sql`delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'phone_token'`,
	)
	if (user.phone_confirmed_at !== null || user.email !== '') {
		await tx.execute(sql`
			update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, ${now}), phone_proved_at = ${now}
			where id = ${user.id}`)
		return { ...user, phone_confirmed_at: user.phone_confirmed_at ?? now, phone_proved_at: now }
	}
	// A browser that sends a verifier, even an empty one, cannot prove that it made the sign-up, because sign-ups by phone do not
	// use PKCE. So the password may be a stranger's.
	const choice = { password: verifier === null ? password : null, metadata: metadata ?? {} }
	const confirmed = await confirmPhone(tx, user, choice, now)
	await recordEvent(tx, { userId: user.id, action: 'user_signedup', from: device, now })
	return confirmed
}

async function countUse(tx: Transaction, rules: TextRules, phone: string, now: Date): Promise<void> {
	const country = rules.findCountry(phone)
	if (country !== undefined) await countOutcome(tx, { country, now }, 'used')
}
