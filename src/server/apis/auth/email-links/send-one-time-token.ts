import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
	inviteSeconds,
	storeSecrets,
	type TokenType,
	tokenTypeSchema,
} from '#server/apis/auth/email-links/one-time-tokens.ts'
import { makeCode, makeLinkToken } from '#server/apis/auth/tokens.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
	type MailPart,
	mailButton,
	mailCode,
	mailCover,
	mailNote,
	mailParagraph,
} from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { readProducts } from '#server/shop/products.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { ProductDocument } from '#shared/content/documents.ts'
import type { NamedMailTexts, OneTimeMailKind } from '#shared/mail-texts.ts'
import { formatPounds } from '#shared/money.ts'
import { codeIn, slugIn, waitingGuideAt } from '#shared/paths.ts'
import { safeRedirect } from '#shared/safe-redirect.ts'
import { durationInWords } from '#shared/wording.ts'

interface SendOptions extends MailContext {
	settings: AuthSettings
}

interface Sending {
	mail: OneTimeMailKind
	/** The type that the page behind the link sends to `/verify`; null if the email contains only a code. */
	linkType: string | null
	/** How long the link works, in seconds, or the name of the setting for it. */
	lifetime: (keyof AuthSettings & `${string}Seconds`) | number
	/** Whether to send a code even if codes are switched off. */
	alwaysCode: boolean
}

const sendings: Partial<Record<TokenType, Sending>> = {
	confirmation_token: {
		mail: 'confirmation',
		linkType: 'signup',
		lifetime: 'confirmationSeconds',
		alwaysCode: false,
	},
	invite_token: {
		mail: 'invite',
		linkType: 'invite',
		lifetime: inviteSeconds,
		alwaysCode: false,
	},
	magic_link_token: {
		mail: 'magic-link',
		linkType: 'magiclink',
		lifetime: 'magicLinkSeconds',
		alwaysCode: true,
	},
	recovery_token: {
		mail: 'recovery',
		linkType: 'recovery',
		lifetime: 'recoverySeconds',
		alwaysCode: false,
	},
	email_change_token_current: {
		mail: 'email-change-current',
		linkType: 'email_change',
		lifetime: 'emailChangeSeconds',
		alwaysCode: false,
	},
	email_change_token_new: {
		mail: 'email-change-new',
		linkType: 'email_change',
		lifetime: 'emailChangeSeconds',
		alwaysCode: false,
	},
	reauthentication_token: {
		mail: 'reauthentication',
		linkType: null,
		lifetime: 'emailCodeSeconds',
		alwaysCode: true,
	},
}

const waitingRow = z.object({ token_type: tokenTypeSchema, is_pkce: z.boolean(), wants_code: z.boolean() })

/**
 * Creates the link, the code or both of a pending request and emails them. Only the email contains them; the database stores
 * hashes. A retry after a failure sends another link, and an earlier one that did arrive keeps working.
 */
export async function sendOneTimeToken(
	{ database, mailer, clock, siteUrl, settings, texts }: SendOptions,
	{ tokenId }: { tokenId: string },
): Promise<void> {
	const waiting = await maybeOne(
		database,
		sql`
		select t.token_type, t.code_challenge is not null as is_pkce,
			t.token_type = 'confirmation_token' and t.pending_password is null as wants_code
		from auth.one_time_tokens t where t.id = ${tokenId}`,
		waitingRow,
	)
	const sending = waiting && sendings[waiting.token_type]
	// Nothing is left to send if the request has been used in the meantime, or if the account was deleted.
	if (waiting === undefined || sending === undefined) return

	const { mail, linkType, lifetime, alwaysCode } = sending
	const seconds = typeof lifetime === 'number' ? lifetime : Number(settings[lifetime])
	const token = linkType === null ? undefined : makeLinkToken(waiting.is_pkce)
	// New users who sign in by email always get a code, because the page they are on may ask for it.
	const code =
		alwaysCode || waiting.wants_code || settings.emailCodes ? makeCode(settings.emailCodeDigits) : undefined
	const now = clock.now()
	const secrets = { token, code, seconds, codeSeconds: settings.emailCodeSeconds, now }
	const row = await storeSecrets(database, tokenId, secrets)
	if (row === undefined) return
	const page = await pageFor(database, siteUrl, row)
	const guide = linkType === 'email_change' ? undefined : await findWaitingGuide(database, page)
	await mailer.send(
		oneTimeMail({
			kind: mail,
			to: row.relates_to,
			link:
				token === undefined || linkType === null
					? undefined
					: confirmLink(siteUrl, { token, type: linkType, page }),
			guide: guide ?? null,
			hasLinkCode: codeIn(page) !== null,
			code,
			lifetimeMinutes: Math.round(seconds / 60),
			codeMinutes: Math.round(Math.min(settings.emailCodeSeconds, seconds) / 60),
			siteUrl,
			texts,
		}),
	)
}

/** Returns the guide that waits behind a page; undefined if none does. */
async function findWaitingGuide(
	database: SendOptions['database'],
	page: string,
): Promise<ProductDocument | undefined> {
	if (page === '/') return
	const products = await readProducts(database)
	return waitingGuideAt(products, page) ?? undefined
}

/** Returns the link to the confirmation page. The link contains the page to go to afterwards. */
function confirmLink(
	siteUrl: string,
	{ token, type, page }: { token: string; type: string; page: string },
): string {
	const link = new URL('/auth/confirm', siteUrl)
	link.search = new URLSearchParams({ token_hash: token, type }).toString()
	if (page !== '/') link.searchParams.set('redirect', page)
	return link.href
}

/**
 * Returns the page to go to afterwards. Anybody can request an email to any address, so nothing that they choose may appear in
 * the email. Only known pages are allowed. The page of a product needs a product of the shop, a code must be one of the shop’s, and
 * the success page needs a Checkout Session of the account.
 */
async function pageFor(
	database: Database,
	siteUrl: string,
	{ user_id, redirect_to }: { user_id: string; redirect_to: string },
): Promise<string> {
	const target = URL.canParse(redirect_to) ? new URL(redirect_to) : undefined
	if (target?.origin !== new URL(siteUrl).origin) return '/'
	const page = safeRedirect(target.pathname + target.search + target.hash)
	const slug = slugIn(page)
	if (slug !== null) {
		const isProduct = await exists(database, sql`select from public.products where slug = ${slug}`)
		if (!isProduct) return '/'
	}
	const code = codeIn(page)?.toUpperCase()
	if (
		code !== undefined &&
		!(await exists(database, sql`select from shop.discount_codes where code = ${code}`))
	)
		return page.replace(/\?[^#]*/, '')
	if (!page.startsWith('/payment-success')) return page
	const checkoutSessionId = new URL(page, siteUrl).searchParams.get('session_id')
	const isOwn = await exists(
		database,
		sql`
		select from public.purchases where stripe_session_id = ${checkoutSessionId} and user_id = ${user_id}`,
	)
	return isOwn ? page : '/'
}

interface OneTimeMailOptions {
	kind: OneTimeMailKind
	to: string
	/** Leads to a page with a button that verifies the address. Undefined if the email has only a code. */
	link: string | undefined
	/** The guide that the user gets or buys after following the link, if there is one. */
	guide?: Product | null
	/** Whether a discount code waits with it, whose price only the pages know. */
	hasLinkCode?: boolean
	/** Undefined if the email has only a link. */
	code: string | undefined
	/** How long the link works, or the code if there is no link. */
	lifetimeMinutes: number
	/** How long a code beside a link works. */
	codeMinutes: number
	siteUrl: string
	texts: NamedMailTexts
}

/**
 * Builds the email that verifies an address with a link, a code or both. The address is the only user input in it: until it is
 * verified, the email may reach a stranger.
 */
export function oneTimeMail({
	kind,
	to,
	link,
	guide = null,
	hasLinkCode = false,
	code,
	lifetimeMinutes,
	codeMinutes,
	siteUrl,
	texts,
}: OneTimeMailOptions): Mail {
	const site = new URL(siteUrl)
	const { subject, title, preheader, lead, plainLead, button, codeLead, why } = fillTexts(texts[kind], {
		address: to,
		site: site.host,
	})
	const lasts = [
		`The ${link === undefined ? 'code' : 'link'} works once, within ${durationInWords(lifetimeMinutes)}.`,
		...(link !== undefined && code !== undefined
			? [`The code works for ${durationInWords(codeMinutes)}.`]
			: []),
	].join(' ')
	return writeMail({
		shop: texts.shop,
		to,
		subject,
		// Each email has its own link, so a second one is not a duplicate of the first.
		messageId: `<${randomUUID()}@${site.hostname}>`,
		siteUrl,
		title,
		preheader,
		body: [
			{ ...mailParagraph(lead), text: plainLead },
			link === undefined ? undefined : { ...mailButton({ href: link, label: button }), text: link },
			code === undefined ? undefined : mailCode({ lead: codeLead, code }),
			guide === null ? undefined : waitingGuide(guide, hasLinkCode),
			mailNote(lasts),
		],
		closing: why,
	})
}

/**
 * Describes the guide that waits behind the link. A stranger may have requested the email, so the text must also be true for a
 * reader who did not request it.
 */
function waitingGuide(guide: Product, hasLinkCode: boolean): MailPart {
	const { title, isFree, pricePence } = guide
	const facts =
		isFree || pricePence === null
			? ['Free. It waits for you until you’re signed in.']
			: [
					hasLinkCode
						? 'It waits for you, at the price with your code, until you’re signed in.'
						: `${formatPounds(pricePence)}, once. It waits for you until you’re signed in.`,
					'Nothing is charged until you pay at the checkout.',
				]
	return mailCover({ product: guide, title, facts })
}
