/** One mail, ready to send. HTML and text say the same. */
export interface Mail {
	to: string
	subject: string
	text: string
	html: string
	/** Stays the same when a mail is tried again, so that a receiver can drop the second copy. */
	messageId: string
}

/** Reaches the mail server. Resolves once it has taken the mail; throws when it has not, and the job tries again: `MailRefused` where that is not likely to help. */
export interface Mailer {
	send(mail: Mail): Promise<void>
	close(): void
}

/** The mail server will not take this mail, now or later: an address that does not exist, for example. */
export class MailRefused extends Error {
	constructor(message: string) {
		super(message)
		this.name = 'MailRefused'
	}
}
