import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Finding } from '#server/operations/doctor/finding.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'

const about = 'Mail'
const mailsSchema = z.array(z.object({ subject: z.string() }))
const patienceMs = 10_000

interface CheckMail {
	mailer: Mailer
	/** Who receives the email: the seller. */
	to: string
	/** The sandbox's mailbox, if that is the mail server; the email is looked for there. */
	mailboxUrl: string | undefined
}

/** Sends an email and, with the sandbox, checks that it arrives. */
export async function checkMail({ mailer, to, mailboxUrl }: CheckMail): Promise<Finding> {
	const mark = randomBytes(4).toString('hex')
	const subject = `The doctor's email ${mark}`
	const text = 'Your shop can send mail. It was sent by npm run doctor; nothing needs to be done.'
	await mailer.send({
		to,
		subject,
		text,
		html: `<p>${text}</p>`,
		messageId: `<doctor-${mark}@headstart>`,
	})
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
