/** One mail, ready to send. HTML and text say the same. */
export interface Mail {
	to: string
	subject: string
	text: string
	html: string
	/** Stays the same when a mail is tried again, so that a receiver can drop the second copy. */
	messageId: string
}

/** Reaches the mail server. Resolves once it has taken the mail; throws when it has not, and the job tries again. */
export interface Mailer {
	send(mail: Mail): Promise<void>
	close(): void
}
