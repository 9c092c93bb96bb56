import { z } from 'zod'
import {
	storeSecrets,
	type TokenType,
	tokenTypeSchema,
} from '#server/apis/auth/email-links/one-time-tokens.ts'
import { challengeSeconds } from '#server/apis/auth/factors/challenge-factor.ts'
import { countOutcome } from '#server/apis/auth/phone/text-limits.ts'
import { findNotice } from '#server/apis/auth/phone/text-notice.ts'
import type { SendTextOptions, Waiting } from '#server/apis/auth/phone/waiting-text.ts'
import { hashCode, makeCode } from '#server/apis/auth/tokens.ts'
import type { WantedText } from '#server/features/accounts/jobs.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readPlainShopName } from '#server/shop/shop-name.ts'
import { TextRefused, textChannels } from '#server/shop/text-messages/text-gateway.ts'
import { textCodeMinutes } from '#shared/message-rules.ts'

const digits = 6
const codeSeconds = 60 * textCodeMinutes

/**
 * Creates the code of a request or of a challenge and texts it, or texts a security notice. Only the message contains the code;
 * the database stores its hash. A retry sends another code. A request that has waited longer than a code's lifetime is dropped,
 * because nobody needs that code any more.
 */
export async function sendText(options: SendTextOptions, wanted: WantedText): Promise<void> {
	const { rules, log } = options
	const waiting = await findWaiting(options, wanted)
	// The request has been used in the meantime, or the account was deleted.
	if (waiting === undefined) return
	const { phone, channel, isLate, prepare } = waiting
	const country = rules.findCountry(phone)
	// The settings no longer list the country.
	if (country === undefined) return
	const counted = { country, now: options.clock.now() }
	if (isLate) {
		log.warn({ country }, 'a text message could not be sent in time')
		await countOutcome(options.database, counted, 'failed')
		return
	}
	const { onlyTo } = rules.settings
	if (onlyTo !== undefined && !onlyTo.includes(phone)) {
		log.info(
			'a text message was withheld: this is a rehearsal, and REHEARSAL_SMS_TO does not list the number',
		)
		return
	}
	const message = await prepare()
	try {
		await options.gateway.send({ to: phone, channel, ...message })
	} catch (error) {
		if (!(error instanceof TextRefused)) throw error
		log.warn({ err: error, country }, 'the text gateway refuses a message')
		await countOutcome(options.database, counted, 'failed')
	}
}

async function findWaiting(options: SendTextOptions, wanted: WantedText): Promise<Waiting | undefined> {
	if ('entryId' in wanted) return await findNotice(options, wanted)
	const found = 'tokenId' in wanted ? await findToken(options, wanted) : await findChallenge(options, wanted)
	if (found === undefined) return undefined
	const { says, store, ...waiting } = found
	const prepare = async () => {
		const code = makeCode(digits)
		await store(code)
		const text = `${code} ${says(await readPlainShopName(options.database))} Never give it to anyone.\n\n@${new URL(options.siteUrl).hostname} #${code}`
		return { text, code }
	}
	return { ...waiting, prepare }
}

interface WaitingCode extends Omit<Waiting, 'prepare'> {
	/** What the message says after its code. Typographical characters would double the price of the message. */
	says: (shop: string) => string
	store: (code: string) => Promise<unknown>
}

const numberAdded = (shop: string) => `is your code to add this number to your ${shop} account.`

const purposes: Partial<Record<TokenType, (shop: string) => string>> = {
	phone_token: (shop) => `is your code to sign in to ${shop}.`,
	phone_change_token: numberAdded,
	reauthentication_token: (shop) => `is your code to confirm a change to your ${shop} account.`,
}

const tokenRow = z.object({
	token_type: tokenTypeSchema,
	relates_to: z.string(),
	channel: z.enum(textChannels).nullable(),
	updated_at: z.date(),
})

const challengeRow = z.object({
	phone: z.string(),
	channel: z.enum(textChannels),
	created_at: z.date(),
	is_verified: z.boolean(),
})

async function findToken(
	{ database, clock }: SendTextOptions,
	{ tokenId }: { tokenId: string },
): Promise<WaitingCode | undefined> {
	const now = clock.now()
	const token = await maybeOne(
		database,
		sql`select token_type, relates_to, channel, updated_at from auth.one_time_tokens where id = ${tokenId}`,
		tokenRow,
	)
	const says = token && purposes[token.token_type]
	if (token === undefined || says === undefined || token.channel === null) return undefined
	return {
		phone: token.relates_to,
		channel: token.channel,
		says,
		isLate: now.getTime() - token.updated_at.getTime() > codeSeconds * 1000,
		store: (code) =>
			storeSecrets(database, tokenId, { token: undefined, code, seconds: codeSeconds, codeSeconds, now }),
	}
}

async function findChallenge(
	{ database, clock }: SendTextOptions,
	{ challengeId }: { challengeId: string },
): Promise<WaitingCode | undefined> {
	const challenge = await maybeOne(
		database,
		sql`
		select f.phone, coalesce(c.channel, 'sms') as channel, c.created_at, f.status = 'verified' as is_verified
		from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
		where c.id = ${challengeId} and c.verified_at is null and f.phone is not null`,
		challengeRow,
	)
	if (challenge === undefined) return undefined
	return {
		phone: challenge.phone,
		channel: challenge.channel,
		says: challenge.is_verified
			? (shop) => `is your second step to sign in to ${shop}. Not you? Change your password.`
			: numberAdded,
		isLate: clock.now().getTime() - challenge.created_at.getTime() > challengeSeconds * 1000,
		store: (code) =>
			database.query(
				sql`update auth.mfa_challenges set code_hash = ${hashCode(challengeId, code)} where id = ${challengeId}`,
			),
	}
}
