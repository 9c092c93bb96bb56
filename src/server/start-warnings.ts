import { findMailObstacle } from '#server/adapters/mail/smtp-mailer.ts'
import { checkSettings } from '#server/operations/doctor/check-settings.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sentenceOf } from '#shared/obstacle.ts'

/** Returns what the owner should know although the shop runs without it. Waits for the mail server to answer. */
export async function startWarnings(
	config: Pick<Config, 'isPublic' | 'trustedProxies' | 'smtpUrl' | 'notices'>,
): Promise<string[]> {
	const ofSettings = checkSettings(config).flatMap((finding) => (finding.level === 'ok' ? [] : [finding]))
	const mail = config.smtpUrl === undefined ? undefined : await findMailObstacle(config.smtpUrl)
	return [...ofSettings, ...(mail === undefined ? [] : [mail])].map(sentenceOf)
}
