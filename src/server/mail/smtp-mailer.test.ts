import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { MailRefused } from '#server/mail/mail.ts'
import { createSmtpMailer } from '#server/mail/smtp-mailer.ts'

/** A mail server that knows no such mailbox, and says so in the words real ones use. */
const refusingServer = () =>
	serverAnswering(550, '5.1.1 <mistyped.person@student.test>: Recipient address rejected')

/** A mail server that wants to be asked again later, as those with greylists do. */
const busyServer = () => serverAnswering(451, '4.7.1 try again later')

async function serverAnswering(responseCode: number, words: string): Promise<number> {
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo: (_address, _session, done) => done(Object.assign(new Error(words), { responseCode })),
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
	expect(refusal).toBeInstanceOf(MailRefused)
	expect(String(refusal)).toMatch(/550/)
	expect(`${refusal} ${JSON.stringify(refusal)}`).not.toContain('mistyped')
})

test('a server that is away, or busy for now, has not refused for good', async () => {
	const mail = { to: 'a@student.test', subject: 's', text: 't', html: 'h', messageId: '<1@shop.test>' }
	for (const port of [1, await busyServer()]) {
		const mailer = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'shop@shop.test' })
		onTestFinished(() => mailer.close())
		const failure: unknown = await mailer.send(mail).catch((error: unknown) => error)
		expect(failure).toBeInstanceOf(Error)
		expect(failure).not.toBeInstanceOf(MailRefused)
	}
})
