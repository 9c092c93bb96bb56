import { makeLinkToken, makeMailCode, oneWayCode } from '#server/auth/confirmation-tokens.ts'
import { oneWay } from '#server/auth/one-way.ts'
import type { AuthSettings } from '#server/auth/settings.ts'
import type { Database, Row } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { confirmationMail } from '#server/mail/confirmation-mail.ts'
import type { Mailer } from '#server/mail/mail.ts'
import type { Clock } from '#shared/clock.ts'

interface SendConfirmationOptions {
	database: Database
	mailer: Mailer
	clock: Clock
	siteUrl: string
	settings: Pick<AuthSettings, 'confirmationSeconds' | 'mailCodes' | 'mailCodeSeconds'>
}

// As many links of one request work side by side; a mail server that loses more answers than that is out of order.
const mostLinks = 8

/**
 * Makes the link of a waiting sign-up and mails it. The link exists in the mail alone; the database keeps its hash. Tried
 * again after a failure it sends another link, and an earlier one that did arrive goes on working.
 */
export async function sendConfirmation(
	options: SendConfirmationOptions,
	{ tokenId }: { tokenId: string },
): Promise<void> {
	const { database, mailer, clock, siteUrl, settings } = options
	const { confirmationSeconds, mailCodes, mailCodeSeconds } = settings
	const [waiting] = await database.query<Row & { is_pkce: boolean }>(sql`
		select code_challenge is not null as is_pkce from auth.one_time_tokens where id = ${tokenId}`)
	// Confirmed meanwhile, or the account is gone: there is nothing left to prove.
	if (waiting === undefined) return

	const token = makeLinkToken(waiting.is_pkce)
	const code = mailCodes ? makeMailCode() : undefined
	const now = clock.now()
	const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
	const [row] = await database.query<Row & { relates_to: string; redirect_to: string }>(sql`
		update auth.one_time_tokens set
			token_hashes = (array[${oneWay(token)}::bytea] || case when expires_at > ${now} then token_hashes else '{}' end)[1:${mostLinks}],
			code_hash = ${code === undefined ? null : oneWayCode(tokenId, code)},
			code_expires_at = ${code === undefined ? null : later(mailCodeSeconds)},
			code_tries = 0, sent_at = ${now}, expires_at = ${later(confirmationSeconds)}, updated_at = ${now}
		where id = ${tokenId}
		returning relates_to, coalesce(redirect_to, '') as redirect_to`)
	if (row === undefined) return
	await mailer.send(
		confirmationMail({
			to: row.relates_to,
			link: confirmationLink(siteUrl, token, row.redirect_to),
			code,
			lifetimeMinutes: Math.round(confirmationSeconds / 60),
			siteUrl,
		}),
	)
}

/** The page whose button confirms; it sends the visitor on to `redirect`, which it checks by its own list. */
function confirmationLink(siteUrl: string, token: string, redirectTo: string): string {
	const link = new URL('/auth/confirm', siteUrl)
	link.search = new URLSearchParams({ token_hash: token, type: 'signup' }).toString()
	const target = URL.canParse(redirectTo) ? new URL(redirectTo) : undefined
	if (target !== undefined && target.origin === link.origin && target.pathname !== '/') {
		link.searchParams.set('redirect', target.pathname + target.search)
	}
	return link.href
}
