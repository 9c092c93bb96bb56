import type { Database } from '#server/platform/db/database.ts'
import type { Clock } from '#shared/clock.ts'
import type { NamedMailTexts } from '#shared/mail-texts.ts'

/** An email, ready to send. HTML and text have the same content. */
export interface Mail {
	to: string
	/** What the sender is called, unless the settings say it. */
	fromName: string
	subject: string
	text: string
	html: string
	/** Stays the same when sending is retried, so that the receiver can drop a second copy. */
	messageId: string
	/**
	 * The URL that a mail program posts to when the user presses its "unsubscribe" button (RFC 8058). Only for emails that can be
	 * stopped.
	 */
	unsubscribeUrl?: string
	/** The pictures that the HTML shows, which are sent with it. */
	pictures?: readonly MailPicture[]
	/** The files that are attached to it. */
	files?: readonly MailFile[]
}

/** A text that is attached to an email, which its reader can keep. */
export interface MailFile {
	name: string
	text: string
}

/** A picture that is sent inside the email. The HTML refers to it with `cid:`. */
export interface MailPicture {
	cid: string
	fileName: string
	contentType: 'image/png' | 'image/jpeg'
	/** Path of the file. */
	path: string
	/** What is sent in its place, if it is the shop's own. */
	bytes?: Uint8Array<ArrayBuffer>
}

/**
 * Sends an email; resolves once the mail server has accepted it. Otherwise throws. `MailRefused` means that a retry is unlikely
 * to help.
 */
export interface Mailer {
	send(mail: Mail): Promise<void>
	close(): void
}

/** What a job needs to write and send an email. */
export interface MailContext {
	database: Database
	mailer: Mailer
	clock: Clock
	siteUrl: string
	texts: NamedMailTexts
}

/** The mail server will not accept this email, now or later, for example because the address does not exist. */
export class MailRefused extends Error {
	constructor(message: string) {
		super(message)
		this.name = 'MailRefused'
	}
}
