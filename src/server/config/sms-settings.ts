import { z } from 'zod'
import { area, setting } from './setting.ts'
import { isLocalHost, json, list, wholeNumber } from './setting-fields.ts'

/** A gateway for text messages, and how to reach it. */
export type TextGatewaySettings =
	| {
			kind: 'twilio'
			apiUrl: string
			accountSid: string
			authToken: string
			/** A number, a sender's name or a messaging service. */
			from: string
			whatsappFrom: string | undefined
			/** The approved template of a WhatsApp message. */
			whatsappTemplate: string | undefined
	  }
	| { kind: 'twilio-verify'; apiUrl: string; accountSid: string; authToken: string; serviceSid: string }
	| ({ kind: 'http' } & HttpGatewaySettings)

/** How codes are sent to phones, and what that may cost. */
export interface PhoneSettings {
	gateway: TextGatewaySettings
	/** Whether the sandbox replaces the gateway. It also accepts the numbers that Ofcom reserves for fiction. */
	isSandbox: boolean
	/** The countries whose numbers are texted, as ISO codes. */
	countries: readonly string[]
	/** Pence for one message by country; `*` for all others. */
	prices: ReadonlyMap<string, number>
	budgetPencePerDay: number
	textsPerCountry: number
	/** In a rehearsal, the only numbers that are texted. */
	onlyTo: readonly string[] | undefined
}

interface HttpGatewaySettings {
	url: string
	method: 'POST' | 'PUT' | 'GET'
	headers: Readonly<Record<string, string>>
	/** JSON or text, with placeholders such as `{text}`; if undefined, the request has no body. */
	body: unknown
	channels: readonly ('sms' | 'whatsapp')[]
}

const gateways = ['twilio', 'twilio-verify', 'http', 'sandbox'] as const

const httpGateway = json.pipe(
	z.strictObject(
		{
			url: z.url({ protocol: /^https?$/, error: 'needs a url' }).refine((url) => {
				const { protocol, hostname } = new URL(url)
				return protocol === 'https:' || isLocalHost(hostname)
			}, 'has a url that is not https'),
			method: z.enum(['POST', 'PUT', 'GET'], 'has a method that is not POST, PUT or GET').default('POST'),
			headers: z.record(z.string(), z.string()).default({}),
			body: z.unknown().optional(),
			channels: z
				.array(z.enum(['sms', 'whatsapp']))
				.min(1)
				.default(['sms']),
		},
		'must be a JSON object with url and perhaps method, headers, body and channels',
	),
)

const countries = list(',')
	.transform((codes) => codes.map((code) => code.toUpperCase()))
	.refine(
		(codes) => codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)),
		'must be two-letter country codes such as GB, comma separated',
	)

const phoneNumbers = list(',')
	.transform((numbers) => numbers.map((number) => number.replace(/^\+/, '').replaceAll(' ', '')))
	.refine(
		(numbers) => numbers.every((number) => /^[1-9]\d{1,14}$/.test(number)),
		'must be numbers such as +447700900123, comma separated',
	)

const prices = list(',')
	.refine((parts) => parts.every((part) => readPrice(part) !== undefined), {
		error: 'must be country=pence, comma separated, such as GB=4,IE=6,*=10',
	})
	.transform((parts): ReadonlyMap<string, number> => new Map(parts.flatMap((part) => readPrice(part) ?? [])))

function readPrice(part: string): [[string, number]] | undefined {
	const [, country, pence] = /^([A-Z]{2}|\*)=(\d{1,4}(?:\.\d{1,2})?)$/.exec(part) ?? []
	return country === undefined || pence === undefined ? undefined : [[country, Number(pence)]]
}

type Given = z.output<typeof smsSettings>

export const smsSettings = area('Signing in by phone, and second steps by text message', {
	gateway: setting('SMS_GATEWAY', z.enum(gateways, `must be one of ${gateways.join(', ')}`), {
		example: 'twilio',
		description:
			'Sends codes to phones: twilio (its Messaging API), twilio-verify (its Verify service, which makes and checks the codes), http (any other gateway, described by SMS_HTTP_GATEWAY), or, on a local run or in a rehearsal, sandbox. Default: none, and no page offers to sign in by phone.',
	}),
	accountSid: setting(
		'TWILIO_ACCOUNT_SID',
		z.string().regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 digits'),
		{
			description: 'The account at Twilio.',
		},
	),
	authToken: setting('TWILIO_AUTH_TOKEN', z.string(), {
		secret: true,
		description: 'The auth token of the Twilio account.',
	}),
	from: setting(
		'TWILIO_FROM',
		z
			.string()
			.regex(
				/^(\+[1-9]\d{1,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
				'must be a number, a messaging service (MG…) or a name of at most 11 letters',
			),
		{
			example: 'Headstart',
			description: 'The sender: a number such as +447700900123, a messaging service (MG…), or a name.',
		},
	),
	whatsappFrom: setting(
		'TWILIO_WHATSAPP_FROM',
		z.string().regex(/^\+[1-9]\d{1,14}$/, 'must be a number such as +447700900123'),
		{ description: 'The number of your WhatsApp sender. Default: no codes by WhatsApp.' },
	),
	whatsappTemplate: setting(
		'TWILIO_WHATSAPP_TEMPLATE',
		z.string().regex(/^HX[0-9a-f]{32}$/, 'must be HX and 32 digits'),
		{ description: 'The approved authentication template for codes by WhatsApp, whose {{1}} is the code.' },
	),
	verifyService: setting(
		'TWILIO_VERIFY_SERVICE',
		z.string().regex(/^VA[0-9a-f]{32}$/, 'must be VA and 32 digits'),
		{ description: 'The Verify service, for twilio-verify.' },
	),
	http: setting('SMS_HTTP_GATEWAY', httpGateway, {
		example:
			'{"url":"https://sms.example/send","headers":{"authorization":"Bearer ..."},"body":{"to":"+{to}","text":"{text}"}}',
		secret: true,
		description:
			'The request that sends a message, as JSON on one line: `url`, `method` (default POST), `headers`, `body` (JSON, or text), `channels` (default ["sms"]). {to} is the number without its plus sign, {text} the message, {code} the code in it and {channel} sms or whatsapp. Their values are percent-encoded in the url and in a body that is text. Any answer of 200 to 299 counts as sent.',
	}),
	countries: setting('SMS_COUNTRIES', countries, {
		default: 'GB',
		example: 'GB,IE',
		description:
			'The countries whose mobile numbers are texted, as ISO codes, comma separated. Each one gives fraudsters another way to run up your costs (SMS pumping): list only those your customers live in.',
	}),
	prices: setting('SMS_PRICES', prices, {
		default: '*=5',
		example: 'GB=4,IE=6,*=10',
		description:
			'What a message costs you, in pence by country; * is for all others. The shop adds these up to keep to SMS_DAILY_BUDGET.',
	}),
	budget: setting('SMS_DAILY_BUDGET', wholeNumber(1, 100_000), {
		default: '10',
		description:
			'The most that messages may cost in a day, in pounds, at the prices in SMS_PRICES. A quarter is reserved for accounts with a confirmed number. Once it is spent, users sign in another way.',
	}),
	perCountry: setting('SMS_DAILY_PER_COUNTRY', wholeNumber(1, 1_000_000), {
		default: '200',
		description:
			'The most messages to one country in a day. A quarter is reserved for accounts with a confirmed number.',
	}),
	onlyTo: setting('REHEARSAL_SMS_TO', phoneNumbers, {
		example: '+447700900123',
		description: 'In a rehearsal, the only numbers that are texted, comma separated. Default: none.',
	}),
})

const twilioUrl = 'https://api.twilio.com'
const twilioVerifyUrl = 'https://verify.twilio.com'

/** What each gateway needs besides its name. */
const needs: Readonly<Record<(typeof gateways)[number], readonly (readonly [keyof Given, string])[]>> = {
	twilio: [
		['accountSid', 'TWILIO_ACCOUNT_SID'],
		['authToken', 'TWILIO_AUTH_TOKEN'],
		['from', 'TWILIO_FROM'],
	],
	'twilio-verify': [
		['accountSid', 'TWILIO_ACCOUNT_SID'],
		['authToken', 'TWILIO_AUTH_TOKEN'],
		['verifyService', 'TWILIO_VERIFY_SERVICE'],
	],
	http: [['http', 'SMS_HTTP_GATEWAY']],
	sandbox: [],
}

/** Returns an error for each setting that the gateway needs and lacks. */
export function findSmsErrors(given: Given, { mayUseSandbox }: { mayUseSandbox: boolean }): string[] {
	if (given.gateway === undefined) return []
	if (given.gateway === 'sandbox' && !mayUseSandbox)
		return ['SMS_GATEWAY: a live site needs a gateway that reaches phones']
	return needs[given.gateway]
		.filter(([property]) => given[property] === undefined)
		.map(([, name]) => `${name}: needed because SMS_GATEWAY is ${given.gateway}`)
}

interface ChooseOptions {
	isRehearsal: boolean
	sandboxPort: number
}

/** Returns how codes are sent to phones; undefined if the shop sends none. */
export function choosePhone(
	given: Given,
	{ isRehearsal, sandboxPort }: ChooseOptions,
): PhoneSettings | undefined {
	const gateway = chooseGateway(given, sandboxPort)
	if (gateway === undefined) return undefined
	const isSandbox = given.gateway === 'sandbox'
	return {
		gateway,
		isSandbox,
		countries: given.countries,
		prices: given.prices,
		budgetPencePerDay: 100 * given.budget,
		textsPerCountry: given.perCountry,
		onlyTo: isRehearsal && !isSandbox ? (given.onlyTo ?? []) : undefined,
	}
}

function chooseGateway(given: Given, sandboxPort: number): TextGatewaySettings | undefined {
	const { gateway, accountSid = '', authToken = '' } = given
	const account = { accountSid, authToken }
	switch (gateway) {
		case 'twilio':
			return {
				kind: 'twilio',
				apiUrl: twilioUrl,
				...account,
				from: given.from ?? '',
				whatsappFrom: given.whatsappFrom,
				whatsappTemplate: given.whatsappTemplate,
			}
		case 'twilio-verify':
			return {
				kind: 'twilio-verify',
				apiUrl: twilioVerifyUrl,
				...account,
				serviceSid: given.verifyService ?? '',
			}
		case 'http':
			return given.http && { kind: 'http', ...given.http, body: given.http.body }
		case 'sandbox':
			return sandboxTwilio(`http://127.0.0.1:${sandboxPort}`)
		default:
			return undefined
	}
}

/** Returns the sandbox's stand-in for Twilio. */
export function sandboxTwilio(sandboxUrl: string): TextGatewaySettings & { kind: 'twilio' } {
	return {
		kind: 'twilio',
		apiUrl: `${sandboxUrl}/twilio`,
		accountSid: 'ACsandbox',
		authToken: 'sandbox',
		from: 'Headstart',
		whatsappFrom: '+447700900000',
		whatsappTemplate: undefined,
	}
}
