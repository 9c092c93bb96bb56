import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpMailer, findMailObstacle } from '#server/adapters/mail/smtp-mailer.ts'
import { markPicture } from '#server/shop/emails/mail-parts.ts'
import { type Mail, MailRefused } from '#server/shop/emails/mailer.ts'
import { everyEmail } from '#test/every-email.ts'
import { startMailServer } from '#test/mail-server.ts'

/** Starts a mail server that answers one command with this reply. */
async function serverAnswering(
	command: 'AUTH' | 'RCPT TO' | 'DATA',
	responseCode: number,
	words: string,
): Promise<string> {
	const server = await startMailServer(() => ({ command, responseCode, words }))
	onTestFinished(server.stop)
	return server.url
}

/** Starts a mail server that rejects an unknown mailbox with the reply of a real server. */
const refusingServer = () =>
	serverAnswering('RCPT TO', 550, '5.1.1 <mistyped.person@student.test>: Recipient address rejected')

/** Starts a mail server that asks for a retry later, as greylisting does. */
const busyServer = () => serverAnswering('RCPT TO', 451, '4.7.1 try again later')

const mail = {
	to: 'mistyped.person@student.test',
	fromName: 'Tom & Ana’s Guides',
	subject: 's',
	text: 't',
	html: 'h',
	messageId: '<1@shop.test>',
}

async function failureOf(smtpUrl: string): Promise<unknown> {
	const mailer = createSmtpMailer({
		smtpUrl,
		from: { name: '', address: 'shop@shop.test' },
		replyTo: 'help@shop.test',
	})
	onTestFinished(() => mailer.close())
	return await mailer.send(mail).then(
		() => undefined,
		(error: unknown) => error,
	)
}

test('the error of a refused email has the mail server’s reply code, but not the address', async () => {
	const refusal = await failureOf(await refusingServer())
	expect(refusal).toBeInstanceOf(MailRefused)
	expect(String(refusal)).toMatch(/550/)
	expect(`${refusal} ${JSON.stringify(refusal)}`).not.toContain('mistyped')
})

test('a 5xx reply to DATA is a permanent refusal, and a 4xx reply is not', async () => {
	const refusing = await serverAnswering('DATA', 554, '5.7.1 mistyped.person: this looks like spam')
	const refusal = await failureOf(refusing)
	expect(refusal).toBeInstanceOf(MailRefused)
	expect(String(refusal)).toMatch(/554/)
	expect(String(refusal)).not.toContain('mistyped')
	const busy = await serverAnswering('DATA', 451, '4.3.0 try again later')
	const failure = await failureOf(busy)
	expect(failure).toBeInstanceOf(Error)
	expect(failure).not.toBeInstanceOf(MailRefused)
})

test('an unreachable or busy mail server is not a permanent refusal', async () => {
	for (const url of ['smtp://127.0.0.1:1', await busyServer()]) {
		const failure = await failureOf(url)
		expect(failure).toBeInstanceOf(Error)
		expect(failure).not.toBeInstanceOf(MailRefused)
	}
})

test('the error about an unusable mail server names the setting, but not the password', async () => {
	const down = String(await failureOf('smtp://shop:pass-word@127.0.0.1:1'))
	expect(down).toMatch(/the mail server in SMTP_URL cannot be reached \(/)
	const strict = await serverAnswering('AUTH', 535, '5.7.8 wrong')
	const url = strict.replace('smtp://', 'smtp://shop:pass-word@')
	const failure = await failureOf(url)
	expect(failure).not.toBeInstanceOf(MailRefused)
	expect(String(failure)).toContain('the mail server refuses the user or the password in SMTP_URL (EAUTH 535')
	const obstacles = [
		await findMailObstacle('smtp://shop:pass-word@127.0.0.1:1'),
		await findMailObstacle(url),
		await findMailObstacle(await refusingServer()),
	]
	expect(obstacles).toEqual([
		{
			says: expect.stringMatching(/127\.0\.0\.1:1 in SMTP_URL/),
			todo: expect.stringContaining('Check that'),
		},
		{
			says: expect.stringContaining('password in SMTP_URL (EAUTH 535'),
			todo: expect.stringContaining('Correct'),
		},
		undefined,
	])
	expect(down + String(failure) + JSON.stringify(obstacles)).not.toContain('pass-word')
})

test.each(everyEmail)('$name says that it is automatic, so nobody’s mailbox replies to it', async (sent) => {
	const { headers } = await PostalMime.parse(await sourceOf(sent.mail))
	const valuesOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
	expect(valuesOf('auto-submitted')).toEqual(['auto-generated'])
	expect(valuesOf('x-auto-response-suppress')).toEqual(['DR, RN, NRN, OOF, AutoReply'])
	expect(valuesOf('list-unsubscribe')).toHaveLength(sent.mail.unsubscribeUrl === undefined ? 0 : 1)
})

test('an email with an unsubscribe link has the headers for one-click unsubscribing', async () => {
	const received: string[] = []
	const server = await startMailServer(
		() => undefined,
		(source) => void received.push(source),
	)
	onTestFinished(server.stop)
	const mailer = createSmtpMailer({
		smtpUrl: server.url,
		from: { name: '', address: 'shop@shop.test' },
		replyTo: 'help@shop.test',
	})
	onTestFinished(() => mailer.close())
	await mailer.send({ ...mail, unsubscribeUrl: 'https://shop.test/stop?token=t' })
	await mailer.send(mail)
	const [stoppable, other] = received
	expect(stoppable).toContain('List-Unsubscribe: <https://shop.test/stop?token=t>\r\n')
	expect(stoppable).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
	expect(other).not.toContain('List-Unsubscribe')
})

/** Sends an email and returns its source as the mail server received it. */
async function sourceOf(sent: Partial<Mail>): Promise<string> {
	let received = ''
	const server = await startMailServer(
		() => undefined,
		(source) => {
			received = source
		},
	)
	onTestFinished(server.stop)
	const mailer = createSmtpMailer({
		smtpUrl: server.url,
		from: { name: '', address: 'shop@shop.test' },
		replyTo: 'help@shop.test',
	})
	onTestFinished(() => mailer.close())
	await mailer.send({ ...mail, ...sent })
	return received
}

test('an email has its content as text and as HTML, and its pictures belong to the HTML', async () => {
	const text = `${'It’s a long line. '.repeat(9)}\nhttps://shop.test/${'a'.repeat(90)}\n`
	const source = await sourceOf({
		text,
		html: '<img src="cid:mark@headstart">',
		pictures: [markPicture],
	})
	const parsed = await PostalMime.parse(source)
	expect(parsed.text?.trim()).toBe(text.replaceAll(' \n', '\n').trim())
	expect(parsed.html).toContain('cid:mark@headstart')
	expect(parsed.attachments).toMatchObject([
		{ contentId: '<mark@headstart>', mimeType: 'image/png', disposition: 'inline', related: true },
	])
	for (const line of source.split('\r\n')) expect(line.length).toBeLessThan(79)
})

test('a reply to an email goes to the address that the pages show', async () => {
	const { from, replyTo } = await PostalMime.parse(await sourceOf({}))
	expect([from, replyTo]).toMatchObject([{ address: 'shop@shop.test' }, [{ address: 'help@shop.test' }]])
})

test('a line break in an address or a subject cannot add a header', async () => {
	const source = await sourceOf({
		to: 'ada@student.test\r\nBcc: all@student.test',
		subject: 'a\r\nX-Evil: 1',
	})
	const head = source.slice(0, source.indexOf('\r\n\r\n'))
	expect(head).not.toMatch(/^(Bcc|X-Evil):/im)
})

test('a text is attached under its name, in letters that every program reads', async () => {
	const files = [{ name: 'Terms of 1 July 2030.txt', text: 'It’s £14.99.\n' }]
	const { attachments } = await PostalMime.parse(await sourceOf({ files }), { attachmentEncoding: 'utf8' })
	expect(attachments).toMatchObject([
		{ filename: 'Terms of 1 July 2030.txt', mimeType: 'text/plain', disposition: 'attachment' },
	])
	expect(String(attachments[0]?.content).replace('\ufeff', '')).toBe(files[0]?.text)
})
