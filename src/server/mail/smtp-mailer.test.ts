import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpMailer } from '#server/mail/smtp-mailer.ts'

/** A mail server that knows no such mailbox, and says so in the words real ones use. */
async function refusingServer(): Promise<number> {
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo: ({ address }, _session, done) =>
			done(Object.assign(new Error(`5.1.1 <${address}>: Recipient address rejected`), { responseCode: 550 })),
	})
	const port = await new Promise<number>((resolve) => {
		const listening = server.listen(0, '127.0.0.1', () => {
			const address = listening.address()
			resolve(address !== null && typeof address === 'object' ? address.port : 0)
		})
	})
	onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
	return port
}

test('a refusal says what the mail server answered, and not whose mail it was', async () => {
	const mailer = createSmtpMailer({
		smtpUrl: `smtp://127.0.0.1:${await refusingServer()}`,
		from: 'shop@shop.test',
	})
	onTestFinished(() => mailer.close())
	const mail = {
		to: 'mistyped.person@student.test',
		subject: 's',
		text: 't',
		html: 'h',
		messageId: '<1@shop.test>',
	}
	const refusal = await mailer.send(mail).catch((error: unknown) => error)
	expect(refusal).toBeInstanceOf(Error)
	expect(String(refusal)).toMatch(/550/)
	expect(`${refusal} ${JSON.stringify(refusal)}`).not.toContain('mistyped')
})
