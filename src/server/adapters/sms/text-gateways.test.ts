import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttpGateway } from '#server/adapters/sms/http-gateway.ts'
import { createTwilio, createTwilioVerify, findTwilioObstacle } from '#server/adapters/sms/twilio.ts'
import { TextRefused } from '#server/shop/text-messages/text-gateway.ts'

interface Seen {
	method: string | undefined
	url: string | undefined
	headers: Record<string, unknown>
	body: string
}

let origin: string
let seen: Seen[] = []
let answer: { status: number; body: string } = { status: 201, body: '{}' }
const server = createServer((request, response) => {
	void readText(request).then(
		(body) => {
			seen.push({ method: request.method, url: request.url, headers: request.headers, body })
			response.writeHead(answer.status, { 'content-type': 'application/json', location: '/elsewhere' })
			response.end(answer.body)
		},
		() => response.destroy(),
	)
})
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port }: AddressInfo = Object(server.address())
	origin = `http://127.0.0.1:${port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
	seen = []
	answer = { status: 201, body: '{}' }
})

const message = { to: '447700900123', channel: 'sms', text: 'Code "1" & {code}', code: '000001' } as const
const account = { accountSid: 'AC1', authToken: 'secret' }
const plain = { kind: 'twilio', ...account, from: 'Headstart', whatsappFrom: '+447700900000' } as const

test('Twilio receives a form with a sender name, a messaging service or a WhatsApp template', async () => {
	const service = `MG${'0'.repeat(32)}`
	const template = `HX${'0'.repeat(32)}`
	const settings = { ...plain, apiUrl: origin, whatsappTemplate: undefined }
	await createTwilio(settings).send(message)
	await createTwilio({ ...settings, from: service }).send(message)
	await createTwilio({ ...settings, whatsappTemplate: template }).send({ ...message, channel: 'whatsapp' })
	expect(seen.map(({ url }) => url)).toEqual(Array(3).fill('/2010-04-01/Accounts/AC1/Messages.json'))
	expect(seen[0]?.headers.authorization).toBe(`Basic ${btoa('AC1:secret')}`)
	expect(seen.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
		{ To: '+447700900123', From: 'Headstart', Body: message.text },
		{ To: '+447700900123', MessagingServiceSid: service, Body: message.text },
		{
			To: 'whatsapp:+447700900123',
			From: 'whatsapp:+447700900000',
			ContentSid: template,
			ContentVariables: '{"1":"000001"}',
		},
	])
	expect(createTwilio({ ...settings, whatsappFrom: undefined }).channels).toEqual(new Set(['sms']))
})

test('of the statuses 302, 400, 401, 429 and 500 only 400 counts as a refusal of the number, and no error contains the number', async () => {
	const twilio = createTwilio({ ...plain, apiUrl: origin, whatsappTemplate: undefined })
	const http = createHttpGateway({
		kind: 'http',
		url: `${origin}/send`,
		method: 'POST',
		headers: {},
		body: undefined,
		channels: ['sms'],
	})
	for (const gateway of [twilio, http])
		for (const status of [302, 400, 401, 429, 500]) {
			answer = { status, body: `{"code":21211,"message":"+447700900123 is not valid"}` }
			const failure: unknown = await gateway.send(message).catch((error: unknown) => error)
			expect([status, failure instanceof TextRefused]).toEqual([status, status === 400])
			expect(String(failure)).not.toMatch(/447700900123|secret/)
		}
	// No redirect was followed, because the token is for Twilio only.
	expect(seen.some(({ url }) => url === '/elsewhere')).toBe(false)
	const nowhere = createTwilio({ ...plain, apiUrl: 'http://127.0.0.1:1', whatsappTemplate: undefined })
	await expect(nowhere.send(message)).rejects.toThrow('the text gateway 127.0.0.1:1 cannot be reached')
})

test('the doctor learns whether Twilio knows the account and the service', async () => {
	const twilio = { ...plain, apiUrl: origin, whatsappTemplate: undefined }
	const service = { kind: 'twilio-verify', apiUrl: origin, ...account, serviceSid: 'VA1' } as const
	expect(await findTwilioObstacle(twilio)).toBeUndefined()
	expect(await findTwilioObstacle(service)).toBeUndefined()
	expect(seen.map(({ url }) => url)).toEqual(['/2010-04-01/Accounts/AC1.json', '/v2/Services/VA1'])
	answer = { status: 401, body: '{}' }
	expect((await findTwilioObstacle(twilio))?.todo).toContain('TWILIO_AUTH_TOKEN')
	answer = { status: 404, body: '{}' }
	expect((await findTwilioObstacle(service))?.todo).toContain('TWILIO_VERIFY_SERVICE')
})

test('codes that Twilio Verify generates are sent and checked', async () => {
	const gateway = createTwilioVerify({ kind: 'twilio-verify', apiUrl: origin, ...account, serviceSid: 'VA1' })
	await gateway.send({ ...message, channel: 'whatsapp' })
	expect(seen[0]).toMatchObject({
		url: '/v2/Services/VA1/Verifications',
		body: 'To=%2B447700900123&Channel=whatsapp',
	})
	for (const [status, body, fits] of [
		[200, '{"status":"approved"}', true],
		[200, '{"status":"pending"}', false],
		[404, '{}', false],
		[400, '{}', false],
	] as const) {
		answer = { status, body }
		expect(await gateway.checkCode?.('447700900123', '123456')).toBe(fits)
	}
	answer = { status: 500, body: '{}' }
	await expect(gateway.checkCode?.('447700900123', '123456')).rejects.toThrow('HTTP 500')
})

test('an HTTP gateway receives the request from the settings, with the message escaped', async () => {
	const common = { kind: 'http', method: 'POST', channels: ['sms'] } as const
	const json = { to: '+{to}', nested: [{ text: '{text}' }], by: '{channel}', twice: 2 }
	await createHttpGateway({
		...common,
		url: `${origin}/json?to={to}`,
		headers: { 'X-Key': 'k', 'Content-Type': 'application/vnd.sms+json' },
		body: json,
	}).send(message)
	await createHttpGateway({ ...common, url: `${origin}/form`, headers: {}, body: 'n={to}&t={text}' }).send(
		message,
	)
	await createHttpGateway({
		...common,
		method: 'GET',
		url: `${origin}/get?t={text}`,
		headers: {},
		body: undefined,
	}).send(message)
	expect(seen[0]?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/vnd.sms+json' })
	expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
		to: '+447700900123',
		nested: [{ text: message.text }],
		by: 'sms',
		twice: 2,
	})
	expect(Object.fromEntries(new URLSearchParams(seen[1]?.body))).toEqual({
		n: '447700900123',
		t: message.text,
	})
	expect(seen[1]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
	expect(seen[2]).toMatchObject({ method: 'GET', body: '' })
	expect(new URL(seen[2]?.url ?? '', origin).searchParams.get('t')).toBe(message.text)
})
