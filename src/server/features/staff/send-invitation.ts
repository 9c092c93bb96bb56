import { z } from 'zod'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeToken, withLink } from '#server/platform/tokens.ts'
import { mailButton, mailNote, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { writeMail } from '#server/shop/emails/write-mail.ts'
import { readShopName } from '#server/shop/shop-name.ts'
import { type Role, roleSchema } from '#shared/admin/members.ts'
import { dayOf } from '#shared/dates.ts'
import { canBeAccepted, invitationLink } from './staff-links.ts'

interface SendOptions extends Omit<MailContext, 'texts'> {
	/** Undefined if the shop no longer has an admin. */
	adminUrl: string | undefined
}

const rowSchema = z.object({ email: z.string(), role: roleSchema, expires_at: z.date() })

/** Emails an invitation. The token is made only now, so that the queue doesn't contain it. */
export async function sendInvitation(
	{ database, mailer, clock, siteUrl, adminUrl }: SendOptions,
	{ invitationId }: { invitationId: string },
): Promise<void> {
	if (adminUrl === undefined) return
	const now = clock.now()
	const token = makeToken()
	const row = await maybeOne(
		database,
		sql`
		update auth.staff_links set token_hashes = ${withLink(sql`token_hashes`, token)}
		where id = ${invitationId} and mailed_at is null and ${canBeAccepted(now)}
		returning email, role, expires_at`,
		rowSchema,
	)
	// The invitation has been withdrawn, accepted or replaced meanwhile.
	if (row === undefined) return
	const { email: to, role, expires_at: expiresAt } = row
	const shop = await readShopName(database)
	await mailer.send(invitationMail({ invitationId, to, role, expiresAt, token, shop, siteUrl, adminUrl }))
	await database.query(sql`update auth.staff_links set mailed_at = ${now} where id = ${invitationId}`)
}

interface InvitationMailOptions {
	invitationId: string
	to: string
	role: Role
	expiresAt: Date
	token: string
	shop: string
	siteUrl: string
	adminUrl: string
}

const offers: Readonly<Record<Role, string>> = {
	owner: 'You’ve been asked to run this shop as an owner, with everything that its admin can do.',
	helper: 'You’ve been asked to help the customers of this shop.',
	editor: 'You’ve been asked to write for this shop.',
	accountant: 'You’ve been asked to look after the books of this shop.',
}

/** Builds the email that invites somebody to the admin. It contains no names, because it may reach a stranger. */
export function invitationMail(options: InvitationMailOptions): Mail {
	const { invitationId, to, role, expiresAt, token, shop, siteUrl, adminUrl } = options
	const site = new URL(siteUrl)
	return writeMail({
		shop,
		to,
		subject: `Help run ${site.host}`,
		messageId: `<invitation-${invitationId}@${site.hostname}>`,
		siteUrl,
		title: 'Join the shop’s admin',
		preheader: offers[role],
		body: [
			mailParagraph(offers[role]),
			mailParagraph(
				`The link opens the shop’s admin, where you accept with your account, or create one. You’ll need an authenticator app as well: the password manager on your phone will do.`,
			),
			mailButton({ href: invitationLink(adminUrl, token), label: 'Accept the invitation' }),
			mailNote(`The link works once, until ${dayOf(expiresAt)}.`),
		],
		closing: `You’re receiving this email because an owner of ${site.host} entered ${to}. If you don’t know the shop, delete this email. Nothing changes.`,
	})
}
