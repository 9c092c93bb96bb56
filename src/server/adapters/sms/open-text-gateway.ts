import type { PhoneSettings } from '#server/config/sms-settings.ts'
import type { TextGateway } from '#server/shop/text-messages/text-gateway.ts'

/** Returns the gateway that the settings name. It connects with the first message. */
export async function openTextGateway({ gateway }: Pick<PhoneSettings, 'gateway'>): Promise<TextGateway> {
	switch (gateway.kind) {
		case 'http': {
			const { createHttpGateway } = await import('#server/adapters/sms/http-gateway.ts')
			return createHttpGateway(gateway)
		}
		case 'twilio-verify': {
			const { createTwilioVerify } = await import('#server/adapters/sms/twilio.ts')
			return createTwilioVerify(gateway)
		}
		case 'twilio': {
			const { createTwilio } = await import('#server/adapters/sms/twilio.ts')
			return createTwilio(gateway)
		}
	}
}
