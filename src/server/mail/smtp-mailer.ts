import { createTransport } from 'nodemailer'
import type { Mailer } from '#server/mail/mail.ts'

interface SmtpMailerOptions {
	/** `smtp://` or `smtps://` address, asked for at each send since the sandbox's port is known only once it runs. */
	smtpUrl: () => string
	/** The `From` of every mail, for example `Headstart <hello@shop.example>`. */
	from: string
}

/** Sends by SMTP: to the owner's mail server, or to the sandbox mailbox. */
export function createSmtpMailer({ smtpUrl, from }: SmtpMailerOptions): Mailer {
	let transport: { url: string; send: ReturnType<typeof createTransport> } | undefined
	return {
		send: async ({ to, subject, text, html, messageId }) => {
			const url = smtpUrl()
			if (transport?.url !== url) {
				transport?.send.close()
				transport = {
					url,
					send: createTransport({
						url,
						pool: true,
						maxConnections: 2,
						connectionTimeout: 10_000,
						socketTimeout: 30_000,
					}),
				}
			}
			await transport.send.sendMail({ from, to, subject, text, html, messageId })
		},
		close: () => transport?.send.close(),
	}
}
