import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import { readInput } from '#sandbox/http/requests.ts'
import { addMessage, deleteMessages, listMessages } from '#sandbox/messages/messages.ts'
import { messagesPage } from '#sandbox/messages/pages.ts'
import { messageRefusals } from '#sandbox/store/refusals.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

const sendSchema = z.object({
	To: z.string().regex(/^(whatsapp:)?\+[1-9]\d{1,14}$/),
	From: z.string().optional(),
	MessagingServiceSid: z.string().optional(),
	Body: z.string().min(1).max(1600),
})

/** Shows the messages, and accepts new ones as Twilio's Messaging API does. */
export function createMessageRoutes({
	store,
	clock,
	newId,
}: Pick<StripeWorld, 'store' | 'clock' | 'newId'>): Hono {
	const app = new Hono()

	app.get('/messages', (c) => {
		const to = c.req.query('to') ?? ''
		return c.html(
			messagesPage(listMessages(store, to === '' ? undefined : to), to, messageRefusals.read(store)),
		)
	})

	app.get('/messages.json', (c) => c.json(listMessages(store, c.req.query('to'))))

	app.delete('/messages.json', (c) => {
		deleteMessages(store)
		return c.body(null, 204)
	})

	app.get('/messages/fail', (c) => c.json(messageRefusals.read(store)))

	app.post('/messages/fail', async (c) => {
		const refusal = await readInput(c, messageRefusals.schema)
		messageRefusals.write(store, refusal)
		return c.json(refusal)
	})

	app.get('/twilio/2010-04-01/Accounts/:account', (c) =>
		c.json({ sid: c.req.param('account').replace('.json', ''), status: 'active' }),
	)

	app.post('/twilio/2010-04-01/Accounts/:account/Messages.json', async (c) => {
		const account = c.req.param('account')
		const [login = ''] = decode(c.req.header('authorization')).split(':')
		if (login !== account) return fail({ status: 401, code: 20003, message: 'Authenticate' })
		const { delayMs } = messageRefusals.read(store)
		if (delayMs > 0) await pause(delayMs)
		const status = messageRefusals.take(store)
		if (status !== undefined)
			return fail({ status, code: status === 400 ? 21211 : 20500, message: 'Refused on purpose' })
		const sent = sendSchema.safeParse(await c.req.parseBody())
		if (!sent.success) return fail({ status: 400, code: 21211, message: 'The message is not valid' })
		const { To, From, MessagingServiceSid, Body } = sent.data
		const sender = From ?? MessagingServiceSid
		if (sender === undefined)
			return fail({ status: 400, code: 21603, message: "A 'From' phone number is required." })
		const id = newId('SM')
		addMessage(store, {
			id,
			to: To.replace('whatsapp:', ''),
			from: sender.replace('whatsapp:', ''),
			channel: To.startsWith('whatsapp:') ? 'whatsapp' : 'sms',
			text: Body,
			date: clock.now().toISOString(),
		})
		return c.json(
			{ sid: id, status: 'queued', to: To, from: sender, num_segments: '1', error_code: null },
			201,
		)
	})

	return app
}

interface TwilioError {
	status: number
	code: number
	message: string
}

function fail(error: TwilioError): Response {
	return Response.json(error, { status: error.status })
}

function decode(header: string | undefined): string {
	return Buffer.from(/^Basic (\S+)$/.exec(header ?? '')?.[1] ?? '', 'base64').toString('utf8')
}
