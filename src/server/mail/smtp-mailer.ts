import { createTransport } from 'nodemailer'
import { type Mailer, MailRefused } from '#server/mail/mail.ts'

interface SmtpMailerOptions {
	/** `smtp://` or `smtps://` address. */
	smtpUrl: string
	/** The `From` of every mail, for example `Headstart <hello@shop.example>`. */
	from: string
}

/** Sends by SMTP: to the owner's mail server, or to the sandbox mailbox. Connects with the first mail. */
export function createSmtpMailer({ smtpUrl, from }: SmtpMailerOptions): Mailer {
	const transport = createTransport({
		url: smtpUrl,
		pool: true,
		maxConnections: 2,
		connectionTimeout: 10_000,
		socketTimeout: 30_000,
	})
	return {
		send: async ({ to, subject, text, html, messageId }) => {
			await transport.sendMail({ from, to, subject, text, html, messageId }).catch((error: unknown) => {
				throw isForGood(error) ? new MailRefused(refusalOf(error)) : new Error(refusalOf(error))
			})
		},
		close: () => transport.close(),
	}
}

/** A 5xx about the mail itself: its addresses or its content. One about our login may be set right by the operator. */
function isForGood(error: unknown): boolean {
	const code = part(error, 'code')
	return Number(part(error, 'responseCode')) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/** Why the mail server did not take a mail, without its own words: those repeat the address, and this goes to the log. */
function refusalOf(error: unknown): string {
	const parts = ['code', 'responseCode', 'command'].map((name) => part(error, name))
	return `the mail server did not take it: ${parts.filter(Boolean).join(' ')}`
}

function part(error: unknown, name: string): string {
	return error instanceof Error ? String(Reflect.get(error, name) ?? '') : ''
}
