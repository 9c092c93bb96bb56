import type { Context } from 'hono'
import { z } from 'zod'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { nothingToSay, noticeTokenSchema } from '#server/apis/functions/schemas.ts'
import type { MailingList } from '#server/features/mailing-lists/mailing-list.ts'
import { emailLinkExpired, validationFailed } from '#server/platform/errors.ts'
import { anyone, type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import type { StopKind, stopLinks } from '#shared/stop-links.ts'

/**
 * `POST …?token=`: stops emails of one kind to the address that received the token. Mail programs call it when their user presses
 * "Unsubscribe" (RFC 8058). They send no API key and always the same body, so neither is read. Throws `otp_expired` if `stop`
 * returns false, which means that the token is unknown.
 */
export function stopEmails(options: FunctionOptions, { stop }: Pick<MailingList, 'stop'>): Handler {
	return handle({
		about: {
			does: 'Stops emails of one kind, by the token in each of them.',
			for: 'anyone',
			query: ['token'],
			answers: { 200: nothingToSay },
		},
		authenticate: anyone,
		limit: (c) => limitTokens(options, c),
		parse: readToken,
		act: async (c, _caller, token) => {
			const now = options.clock.now()
			if (!(await options.database.asServer((tx) => stop(tx, { token, now })))) throw emailLinkExpired()
			await giveBack(options, c)
			return c.json({})
		},
	})
}

/** `GET …?token=`: redirects to the page that asks for confirmation. Changes nothing, as scanners open every link. */
export function showStopPage(page: (typeof stopLinks)[StopKind]['page']): Handler {
	return handle({
		about: {
			does: 'Redirects to the page that stops emails of one kind.',
			for: 'anyone',
			query: ['token'],
			answers: { 303: 'a redirect' },
		},
		authenticate: anyone,
		parse: readToken,
		act: (c, _caller, token) => c.redirect(`${page}?token=${token}`, 303),
	})
}

// The emails that an earlier release sent have a UUID as their token.
const stopTokenSchema = z.union([noticeTokenSchema, z.uuid()])

function readToken(c: Context<Env>): string {
	const token = stopTokenSchema.safeParse(c.req.query('token'))
	if (token.success) return token.data
	throw validationFailed('The link is incomplete')
}

/**
 * Counts an attempt by network address. Call `giveBack` if the attempt succeeds, so that it does not count: on the day of a
 * release, a mail provider may unsubscribe many people from a single address.
 */
export async function limitTokens({ rateLimits }: FunctionOptions, c: Context<Env>): Promise<void> {
	await rateLimits.consume('noticeToken', c.get('clientAddress'))
}

export async function giveBack({ rateLimits }: FunctionOptions, c: Context<Env>): Promise<void> {
	await rateLimits.giveBack('noticeToken', c.get('clientAddress'))
}
