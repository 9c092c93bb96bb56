import { join } from 'node:path'
import { findMailObstacle } from '#server/adapters/mail/smtp-mailer.ts'
import type { Config } from '#server/config/config.ts'
import { signInLink } from '#server/features/staff/staff-links.ts'
import { checkSettings } from '#server/operations/doctor/check-settings.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'
import { usesSandboxGoogle } from './launch-neighbours.ts'

/** Returns warnings for the owner about faults that do not stop the shop. Waits for the mail server to answer. */
export async function findWarnings(
	config: Pick<
		Config,
		'isPublic' | 'rehearsal' | 'missingForLive' | 'trustedProxies' | 'smtpUrl' | 'notices'
	>,
): Promise<string[]> {
	const ofSettings = checkSettings(config).flatMap((finding) => (finding.level === 'ok' ? [] : [finding]))
	const mail = config.smtpUrl === undefined ? undefined : await findMailObstacle(config.smtpUrl)
	return [...ofSettings, ...(mail === undefined ? [] : [mail])].map(sentenceOf)
}

/**
 * Returns what the terminal shows once the shop is open. If `signInToken` is given, this includes a link that signs owners in to
 * the admin on their own machine.
 */
export function welcome(config: Config, signInToken?: string): string[] {
	const sandbox = `http://localhost:${config.sandboxPort}`
	const log = logFile(config)
	const lines = [
		`The shop is open:   ${config.siteUrl}`,
		config.admin !== undefined && `The admin:          ${config.admin.url}`,
		config.admin !== undefined &&
			signInToken !== undefined &&
			`Sign in, once:      ${signInLink(config.admin.url, signInToken)}`,
		config.smtpUrl === undefined && `Its mailbox:        ${sandbox}/mailbox`,
		config.phone?.isSandbox === true && `Its text messages:  ${sandbox}/messages`,
		config.stripe === undefined && `Test payments:      ${sandbox}/stripe`,
		config.stripe === undefined &&
			'Test cards:         4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined (any future date, any CVC)',
		usesSandboxGoogle(config) && `Test Google:        ${sandbox}/google`,
		log !== undefined && `Log:                ${log}`,
	]
	return ['', ...lines.flatMap((line) => (line === false ? [] : [`  ${line}`])), '', '  Ctrl-C closes it.']
}

/**
 * Returns the path of the log file on a local run, where the terminal shows only progress. Returns undefined on a public site,
 * which logs to standard output.
 */
export function logFile({ isPublic, dataDir }: Config): string | undefined {
	return isPublic ? undefined : join(dataDir, 'shop.log')
}
