import type { Finding } from '#server/operations/doctor/finding.ts'
import type { Config } from '#server/platform/config/config.ts'
import { unlistedProxyEffect } from '#server/platform/http/unlisted-proxy.ts'

const about = 'Settings'

/** Reports what kind of site the settings describe, and what is missing although the shop starts without it. */
export function checkSettings({
	isPublic,
	trustedProxies,
	notices,
}: Pick<Config, 'isPublic' | 'trustedProxies' | 'notices'>): Finding[] {
	const kind: Finding = {
		level: 'ok',
		about,
		says: isPublic ? 'are those of a public site' : 'are those of a local run',
	}
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
