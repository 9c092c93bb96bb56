import type { Mailer } from '#server/shop/emails/mailer.ts'

/** Thrown for an address that a rehearsal may never send to. */
export class MailWithheld extends Error {
	constructor() {
		super('withheld: this is a rehearsal, and REHEARSAL_MAIL_TO does not list the address')
		this.name = 'MailWithheld'
	}
}

/** Returns a mailer that sends to the listed addresses only, and throws `MailWithheld` otherwise. */
export function withholdMail(mailer: Mailer, listed: readonly string[]): Mailer {
	const mayReceive = new Set(listed)
	return {
		...mailer,
		send: async (mail) => {
			const to = mail.to.toLowerCase()
			// Many mail servers deliver ada+anything@example.com to ada@example.com. Such addresses are allowed too, so that one person
			// can try several accounts.
			if (!mayReceive.has(to) && !mayReceive.has(to.replace(/\+[^@]*@/, '@'))) throw new MailWithheld()
			await mailer.send(mail)
		},
	}
}
