import type { Context } from 'hono'
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { countryNotServed, textTooSoon } from '#server/apis/auth/phone/errors.ts'
import { refuseIfSpent } from '#server/apis/auth/phone/text-limits.ts'
import type { PhoneSettings } from '#server/config/sms-settings.ts'
import { AppError } from '#server/platform/app-error.ts'
import { validationFailed } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { type TextChannel, type TextGateway, textChannels } from '#server/shop/text-messages/text-gateway.ts'

/** The numbers that Ofcom keeps free for films and examples. */
const fiction = /^447700900\d{3}$/

/** The rules about which numbers can be texted, through which channel and how often. */
export interface TextRules {
	settings: PhoneSettings
	/** Reads a channel; `sms` if it is empty. Throws `validation_failed` if the gateway does not have it. */
	readChannel(text: string): TextChannel
	/** Returns the country of a number; undefined if the number is not texted. */
	findCountry(phone: string): string | undefined
	/** Returns the country of a number, or throws `sms_send_failed` if such numbers are not texted. */
	requireCountry(phone: string): string
	/** Counts a request for a message. The errors do not reveal whether the number has an account. */
	countRequest(c: Context<Env>, asked: { phone: string; country: string }): Promise<void>
}

/** Returns the rules that follow from the settings and from what the gateway can do. */
export function textRules(
	{ database, rateLimits, clock }: Pick<AuthDependencies, 'database' | 'rateLimits' | 'clock'>,
	settings: PhoneSettings,
	{ channels }: TextGateway,
): TextRules {
	const allowed = new Set(settings.countries)
	const findCountry = (phone: string) => {
		const country = countryOf(phone, { withFiction: settings.isSandbox })
		return country !== undefined && allowed.has(country) ? country : undefined
	}
	return {
		settings,
		readChannel: (text) => {
			const channel = text === '' ? 'sms' : textChannels.find((known) => known === text)
			if (channel === undefined || !channels.has(channel))
				throw validationFailed(
					"Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
				)
			return channel
		},
		findCountry,
		requireCountry: (phone) => {
			const country = findCountry(phone)
			if (country !== undefined) return country
			throw countryNotServed()
		},
		countRequest: async (c, { phone, country }) => {
			const from = c.get('clientAddress')
			await rateLimits.consume('text', from)
			await rateLimits.consume('textAgain', `${from} ${phone}`).catch((error: unknown) => {
				throw error instanceof AppError && error.retryAfter !== undefined
					? textTooSoon(error.retryAfter)
					: error
			})
			await refuseIfSpent(database, { country, now: clock.now() }, settings)
		},
	}
}

/**
 * Returns the country of a mobile number, as its ISO code. Returns undefined for any other number, such as a landline, a premium
 * rate number, a short code, a satellite phone, or a number that no country has given out.
 */
function countryOf(phone: string, { withFiction }: { withFiction: boolean }): string | undefined {
	if (withFiction && fiction.test(phone)) return 'GB'
	const number = parsePhoneNumberFromString(`+${phone}`)
	// Some people write a zero after the country code, and the library drops it. Only numbers that the library leaves unchanged are
	// accepted, so that each number can be written in only one way.
	if (number?.number !== `+${phone}` || !number.isValid()) return undefined
	return number.country
}
