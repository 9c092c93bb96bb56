import { Hono } from 'hono'
import { readInput } from '#sandbox/http/requests.ts'
import { emptyMailbox, findEmail, listEmails, listPictures } from '#sandbox/mailbox/emails.ts'
import { emailPage, mailboxPage } from '#sandbox/mailbox/pages.ts'
import { mailRefusals } from '#sandbox/store/refusals.ts'
import type { Store } from '#sandbox/store/store.ts'

interface MailboxOptions {
	store: Store
	/** Origin of the shop, from which an email may load pictures. */
	shopUrl: string
}

export function createMailboxRoutes({ store, shopUrl }: MailboxOptions): Hono {
	const app = new Hono()

	app.get('/mailbox', (c) => {
		const to = c.req.query('to') ?? ''
		return c.html(mailboxPage(listEmails(store, to === '' ? undefined : to), to, mailRefusals.read(store)))
	})

	app.get('/mailbox.json', (c) => c.json(listEmails(store, c.req.query('to'))))

	app.delete('/mailbox.json', (c) => {
		emptyMailbox(store)
		return c.body(null, 204)
	})

	app.get('/mailbox/fail', (c) => c.json(mailRefusals.read(store)))

	app.post('/mailbox/fail', async (c) => {
		const refusal = await readInput(c, mailRefusals.schema)
		mailRefusals.write(store, refusal)
		return c.json(refusal)
	})

	app.get('/mailbox/:id', (c) => {
		const email = findEmail(store, c.req.param('id'))
		if (email === undefined) return c.notFound()
		// The frames inherit the policy of this page, and emails use inline styles.
		c.header(
			'content-security-policy',
			`default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: ${shopUrl}; base-uri 'self' about:; frame-ancestors 'none'`,
		)
		return c.html(emailPage(email, listPictures(store, email.id)))
	})

	return app
}
