import { sendRequest } from '#server/adapters/sms/send-request.ts'
import type { TextGatewaySettings } from '#server/config/sms-settings.ts'
import { type TextGateway, type TextMessage, TextRefused } from '#server/shop/text-messages/text-gateway.ts'

/** Sends codes with the HTTP request that the owner has described in the settings. */
export function createHttpGateway(settings: TextGatewaySettings & { kind: 'http' }): TextGateway {
	const { method, channels } = settings
	return {
		channels: new Set(channels),
		wordsItself: !JSON.stringify([settings.url, settings.body ?? null]).includes('{text}'),
		send: async (message) => {
			const url = fill(settings.url, message, encodeURIComponent)
			const headers = Object.fromEntries(
				Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), value]),
			)
			const { status } = await sendRequest(url, { method, ...bodyOf(settings.body, message, headers) })
			if (status >= 200 && status < 300) return
			const reason = `the text gateway ${new URL(url).host} did not accept a message: HTTP ${status}`
			throw status === 400 || status === 422 ? new TextRefused(reason) : new Error(reason)
		},
	}
}

function bodyOf(
	body: unknown,
	message: TextMessage,
	headers: Readonly<Record<string, string>>,
): { headers: Readonly<Record<string, string>>; body?: string } {
	if (body === undefined || body === null) return { headers }
	if (typeof body === 'string')
		return {
			headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
			body: fill(body, message, encodeURIComponent),
		}
	return {
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(fillJson(body, message)),
	}
}

/**
 * Fills in the placeholders in every string of a JSON value. Done before the value becomes JSON text, so that a message cannot
 * break out of its string.
 */
function fillJson(value: unknown, message: TextMessage): unknown {
	if (typeof value === 'string') return fill(value, message, (text) => text)
	if (Array.isArray(value)) return value.map((inner) => fillJson(inner, message))
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillJson(inner, message)]))
}

function fill(
	template: string,
	{ to, text, code, channel }: TextMessage,
	encode: (text: string) => string,
): string {
	const values: Readonly<Record<string, string>> = { to, text, code, channel }
	return template.replaceAll(/\{(to|text|code|channel)\}/g, (_, name: string) => encode(values[name] ?? ''))
}
