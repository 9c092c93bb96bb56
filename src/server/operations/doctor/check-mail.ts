import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail, Mailer } from '#server/shop/emails/mailer.ts'
import { writeMail } from '#server/shop/emails/write-mail.ts'

const about = 'Mail'
const mailsSchema = z.array(z.object({ subject: z.string() }))
const patienceMs = 10_000

interface CheckMail {
	mailer: Mailer
	/** The address that receives the email: the seller's. */
	to: string
	shop: string
	siteUrl: string
	/** The URL of the sandbox's mailbox, where the check looks for the email; undefined with a real mail server. */
	mailboxUrl: string | undefined
}

/** Sends an email. With the sandbox, also checks that it arrives. */
export async function checkMail({ mailer, to, shop, siteUrl, mailboxUrl }: CheckMail): Promise<Finding> {
	const mark = randomBytes(4).toString('hex')
	const mail = doctorMail({ to, shop, siteUrl, mark })
	const { subject } = mail
	await mailer.send(mail)
	if (mailboxUrl === undefined)
		return {
			level: 'ok',
			about,
			says: `the mail server accepted an email for ${to} ("${subject}"): check that it has arrived, and not as spam`,
		}
	for (const end = Date.now() + patienceMs; Date.now() < end; await pause(100)) {
		const response = await fetch(`${mailboxUrl}/mailbox.json?to=${encodeURIComponent(to)}`)
		if (mailsSchema.parse(await response.json()).some((mail) => mail.subject === subject))
			return { level: 'ok', about, says: 'an email has arrived in the sandbox mailbox' }
	}
	return {
		level: 'error',
		about,
		says: 'an email was accepted but never arrived',
		todo: 'Restart the shop and its sandbox.',
	}
}

interface DoctorMailOptions {
	to: string
	shop: string
	siteUrl: string
	/** Distinguishes this email from earlier ones. */
	mark: string
}

/** Builds the email with which the doctor shows the owner that the shop can send mail, and how its emails look. */
export function doctorMail({ to, shop, siteUrl, mark }: DoctorMailOptions): Mail {
	const says = 'Your shop can send mail.'
	return writeMail({
		shop,
		to,
		subject: `The doctor's email ${mark}`,
		messageId: `<doctor-${mark}@headstart>`,
		siteUrl,
		title: says,
		preheader: 'Nothing needs to be done.',
		body: [mailParagraph('This is how your emails look. Nothing needs to be done.')],
		closing: 'Sent by npm run doctor.',
	})
}
