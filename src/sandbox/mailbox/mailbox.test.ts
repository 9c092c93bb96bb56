import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeEach(async () => {
	sandbox = await createTestSandbox()
})
afterEach(() => sandbox.stop())

function sendEmail(email: SendMailOptions) {
	const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort() })
	return transport.sendMail({
		from: 'Headstart <hello@headstart.test>',
		subject: 'Confirm your email',
		text: 'Hello',
		...email,
	})
}

async function emailsTo(to: string): Promise<Record<string, unknown>[]> {
	return await (await sandbox.send('GET', `/mailbox.json?to=${encodeURIComponent(to)}`)).json()
}

test('an email sent by SMTP is listed with its text, HTML and links', async () => {
	await sendEmail({
		to: 'Sam@example.com',
		subject: 'Willkommen, Zoë',
		html: '<p>Hello <a href="http://shop.test/auth/confirm?token_hash=abc&amp;type=signup">confirm</a></p>',
		text: 'Confirm: http://shop.test/auth/confirm?token_hash=abc&type=signup.',
	})
	const [email] = await emailsTo('SAM@Example.com')
	expect(email).toMatchObject({
		to: ['Sam@example.com'],
		from: 'Headstart <hello@headstart.test>',
		subject: 'Willkommen, Zoë',
		text: expect.stringContaining('Confirm:'),
		links: ['http://shop.test/auth/confirm?token_hash=abc&type=signup'],
	})
	expect(new Date(String(email?.date)).getTime()).toBeCloseTo(Date.now(), -4)
})

test('lists the newest email first, and filters by recipient', async () => {
	await sendEmail({ to: 'sam@example.com', subject: 'first' })
	await sendEmail({ to: 'other@example.com', subject: 'not mine' })
	await sendEmail({ to: 'sam@example.com', subject: 'second' })
	expect((await emailsTo('sam@example.com')).map(({ subject }) => subject)).toEqual(['second', 'first'])
	expect(await emailsTo('nobody@example.com')).toEqual([])
})

test('emails and the SMTP port survive a restart', async () => {
	await sendEmail({ to: 'sam@example.com', subject: 'before' })
	const before = sandbox.smtpPort()
	await sandbox.restart()
	expect(sandbox.smtpPort()).toBe(before)
	await sendEmail({ to: 'sam@example.com', subject: 'after' })
	expect((await emailsTo('sam@example.com')).map(({ subject }) => subject)).toEqual(['after', 'before'])
})

test('a set number of emails are refused with a set code, and the next one is accepted', async () => {
	await sandbox.send('POST', '/mailbox/fail', { next: 2, code: 451 })
	await expect(sendEmail({ to: 'sam@example.com' })).rejects.toMatchObject({ responseCode: 451 })
	await expect(sendEmail({ to: 'sam@example.com' })).rejects.toMatchObject({ responseCode: 451 })
	await sendEmail({ to: 'sam@example.com', subject: 'third' })
	expect((await emailsTo('sam@example.com')).map(({ subject }) => subject)).toEqual(['third'])
})

test('rejects an email that is too large', async () => {
	await expect(
		sendEmail({ to: 'sam@example.com', text: 'x'.repeat(26 * 1024 * 1024) }),
	).rejects.toMatchObject({ responseCode: 552 })
	expect(await emailsTo('sam@example.com')).toEqual([])
})

test('deleting the mailbox removes all emails', async () => {
	await sendEmail({ to: 'sam@example.com' })
	expect((await sandbox.send('DELETE', '/mailbox.json')).status).toBe(204)
	expect(await emailsTo('sam@example.com')).toEqual([])
})

test('an email is listed and shown, with its HTML confined to a sandboxed frame', async () => {
	await sendEmail({
		to: 'sam@example.com',
		subject: '<b>bold</b>',
		html: '<script>document.title="taken"</script><p style="color:red">Hi</p>',
	})
	const [email] = await emailsTo('sam@example.com')
	const list = await (await sandbox.send('GET', '/mailbox')).text()
	expect(list).toContain(`/mailbox/${email?.id}`)
	expect(list).toContain('&lt;b&gt;bold&lt;/b&gt;')
	const shown = await sandbox.send('GET', `/mailbox/${email?.id}`)
	const html = await shown.text()
	expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
	expect(html).not.toContain('<script>')
	expect(html).toContain('&lt;script&gt;')
	expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('an email is shown with its own pictures, once in each theme', async () => {
	await sendEmail({
		to: 'sam@example.com',
		html: '<style>@media (prefers-color-scheme: dark) { p { color: white } }</style><img src="cid:dot@shop">',
		attachments: [
			{ cid: 'dot@shop', filename: 'dot.png', content: Buffer.from('picture'), contentType: 'image/png' },
		],
	})
	const [email] = await emailsTo('sam@example.com')
	expect(email?.html).toContain('cid:dot@shop')
	const page = await (await sandbox.send('GET', `/mailbox/${email?.id}`)).text()
	expect(page.split('data:image/png;base64,cGljdHVyZQ==')).toHaveLength(3)
	expect(page).not.toContain('cid:dot@shop')
	expect(page).toContain('@media not all {')
	expect(page).toContain('@media all {')
})

test('an unknown email is a 404', async () => {
	expect((await sandbox.send('GET', '/mailbox/mail_nothing')).status).toBe(404)
})

test('a request with the Origin or the Host of another site is rejected', async () => {
	const foreign = await fetch(`${sandbox.origin}/mailbox.json`, {
		method: 'DELETE',
		headers: { origin: 'https://evil.example' },
	})
	expect(foreign.status).toBe(403)
	const { request } = await import('node:http')
	const status = await new Promise((resolve, reject) => {
		request(`${sandbox.origin}/mailbox.json`, { headers: { host: 'evil.example' } }, (response) =>
			resolve(response.statusCode),
		)
			.on('error', reject)
			.end()
	})
	expect(status).toBe(421)
	expect((await sandbox.send('DELETE', '/mailbox.json')).status).toBe(204)
})
