import { findTwilioObstacle } from '#server/adapters/sms/twilio.ts'
import type { PhoneSettings } from '#server/config/sms-settings.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'

const about = 'Text messages'

/** Checks the gateway for text messages without sending any. */
export async function checkTexts({ gateway, countries }: PhoneSettings): Promise<Finding> {
	const to = `numbers of ${countries.join(', ')}`
	if (gateway.kind === 'http')
		return {
			level: 'ok',
			about,
			says: `${new URL(gateway.url).host} sends codes to ${to}: sign in by phone once to see that they arrive`,
		}
	const obstacle = await findTwilioObstacle(gateway)
	if (obstacle !== undefined) return { level: 'error', about, ...obstacle }
	return { level: 'ok', about, says: `Twilio knows the account, and sends codes to ${to}` }
}
