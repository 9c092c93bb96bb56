import type { Config } from '#server/config/config.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { unlistedProxyEffect } from '#server/platform/http/unlisted-proxy.ts'

const about = 'Settings'

/** Reports what kind of site the settings describe, and which settings are missing although the shop can start without them. */
export function checkSettings({
	isPublic,
	rehearsal,
	missingForLive,
	trustedProxies,
	notices,
}: Pick<Config, 'isPublic' | 'rehearsal' | 'missingForLive' | 'trustedProxies' | 'notices'>): Finding[] {
	const kind: Finding =
		rehearsal === undefined
			? { level: 'ok', about, says: isPublic ? 'are those of a public site' : 'are those of a local run' }
			: rehearsalFinding(missingForLive)
	const outdated = notices.map((notice): Finding => ({ level: 'warning', about, ...notice }))
	if (!isPublic || trustedProxies.length > 0) return [kind, ...outdated]
	return [
		kind,
		...outdated,
		{
			level: 'warning',
			about,
			says: `TRUSTED_PROXIES is empty: behind a proxy, ${unlistedProxyEffect}`,
			todo: 'Set TRUSTED_PROXIES to the address of the proxy that ends TLS for this site.',
		},
	]
}

function rehearsalFinding(missing: readonly string[]): Finding {
	const says = 'this is a rehearsal: nobody is charged, and only REHEARSAL_MAIL_TO is emailed'
	if (missing.length === 0) return { level: 'ok', about, says }
	return {
		level: 'warning',
		about,
		says: `${says}. To go live, these are still missing: ${missing.join(', ')}`,
		todo: 'Before you go live, set them, give the shop an empty database, and remove STAGE.',
	}
}
