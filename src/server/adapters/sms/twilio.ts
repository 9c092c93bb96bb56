import { z } from 'zod'
import { sendRequest } from '#server/adapters/sms/send-request.ts'
import type { TextGatewaySettings } from '#server/config/sms-settings.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { type TextGateway, type TextMessage, TextRefused } from '#server/shop/text-messages/text-gateway.ts'

type TwilioSettings = TextGatewaySettings & { kind: 'twilio' }
type VerifySettings = TextGatewaySettings & { kind: 'twilio-verify' }

/** Sends codes with Twilio's Messaging API, or with the sandbox in its place. */
export function createTwilio(settings: TwilioSettings): TextGateway {
	const { apiUrl, accountSid, whatsappFrom } = settings
	const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
	return {
		channels: new Set(whatsappFrom === undefined ? ['sms'] : ['sms', 'whatsapp']),
		send: async (message) => {
			await post(url, settings, fieldsOf(message, settings))
		},
	}
}

function fieldsOf(
	{ to, channel, text, code }: TextMessage,
	{ from, whatsappFrom, whatsappTemplate }: TwilioSettings,
): Record<string, string> {
	if (channel === 'sms')
		return {
			To: `+${to}`,
			...(/^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }),
			Body: text,
		}
	return {
		To: `whatsapp:+${to}`,
		From: `whatsapp:${whatsappFrom}`,
		// On WhatsApp, a business can begin a conversation only with a template that WhatsApp has approved.
		...(whatsappTemplate === undefined
			? { Body: text }
			: { ContentSid: whatsappTemplate, ContentVariables: JSON.stringify({ 1: code }) }),
	}
}

const checkSchema = z.object({ status: z.string() })

/** Sends and checks codes with Twilio Verify, which makes them itself. */
export function createTwilioVerify(settings: VerifySettings): TextGateway {
	const { apiUrl, serviceSid } = settings
	const service = `${apiUrl}/v2/Services/${serviceSid}`
	return {
		channels: new Set(['sms', 'whatsapp']),
		wordsItself: true,
		send: async ({ to, channel }) => {
			await post(`${service}/Verifications`, settings, { To: `+${to}`, Channel: channel })
		},
		checkCode: async (to, code) => {
			const answer = await request(`${service}/VerificationCheck`, settings, { To: `+${to}`, Code: code })
			// 404: the code has expired, was used, or had too many wrong attempts. 400: it doesn't look like a code.
			if (answer.status === 404 || answer.status === 400) return false
			if (answer.status >= 300) throw new Error(`Twilio did not check a code: HTTP ${answer.status}`)
			return checkSchema.parse(JSON.parse(answer.text)).status === 'approved'
		},
	}
}

/**
 * Asks Twilio about the account or its Verify service, without sending anything. Returns what is wrong; undefined if nothing is.
 */
export async function findTwilioObstacle(
	settings: TwilioSettings | VerifySettings,
): Promise<Obstacle | undefined> {
	const url =
		settings.kind === 'twilio'
			? `${settings.apiUrl}/2010-04-01/Accounts/${settings.accountSid}.json`
			: `${settings.apiUrl}/v2/Services/${settings.serviceSid}`
	const { status } = await sendRequest(url, { method: 'GET', headers: { authorization: loginOf(settings) } })
	if (status < 300) return undefined
	if (status === 404 && settings.kind === 'twilio-verify')
		return { says: 'Twilio has no such Verify service', todo: 'Check TWILIO_VERIFY_SERVICE.' }
	return {
		says: `Twilio refuses the account (HTTP ${status})`,
		todo: 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
	}
}

interface Account {
	accountSid: string
	authToken: string
}

async function request(
	url: string,
	account: Account,
	fields: Record<string, string>,
): Promise<{ status: number; text: string }> {
	return await sendRequest(url, {
		method: 'POST',
		headers: {
			authorization: loginOf(account),
			'content-type': 'application/x-www-form-urlencoded',
		},
		body: new URLSearchParams(fields).toString(),
	})
}

function loginOf({ accountSid, authToken }: Account): string {
	return `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
}

const errorSchema = z.object({ code: z.int().optional() })

/**
 * Sends a form. Throws `TextRefused` if Twilio refuses the number. The error has Twilio's code (twilio.com/docs/api/errors) but
 * not its message, which repeats the number and would end up in the log.
 */
async function post(url: string, account: Account, fields: Record<string, string>): Promise<void> {
	const { status, text } = await request(url, account, fields)
	if (status < 300) return
	const code = errorSchema.safeParse(readJson(text)).data?.code
	const reason = `Twilio did not accept a message: HTTP ${status}${code === undefined ? '' : `, error ${code}`}`
	// 401 and 403 are about our account, which the owner may correct. 429 is about our rate limit.
	if (status === 400 || status === 404) throw new TextRefused(reason)
	throw new Error(reason)
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
