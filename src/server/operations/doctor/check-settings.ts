import { marketingClaims } from '#catalogue/marketing-claims.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import type { Config } from '#server/platform/config/config.ts'
import { unlistedProxyEffect } from '#server/platform/http/unlisted-proxy.ts'

const about = 'Settings'

/** Reports what kind of site the settings describe, and what is missing although the shop starts without it. */
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

/** Reports the marketing claims that the owner has not confirmed. */
export function checkMarketingClaims(shown: readonly string[], isPublic: boolean): Finding[] {
	const about = 'Claims'
	if (!isPublic)
		return [
			{
				level: 'ok',
				about,
				says: `all ${marketingClaims.length} are shown because this is a local run; a public site shows those you confirm`,
			},
		]
	const open = marketingClaims.filter(({ id }) => !shown.includes(id))
	if (open.length === 0) return [{ level: 'ok', about, says: 'all are confirmed' }]
	return open.map(({ id, text }) => ({
		level: 'warning',
		about,
		says: `not confirmed, so not shown: ${id} (${text.length > 80 ? `${text.slice(0, 80)}…` : text})`,
		todo: `If it is true and you can prove it, add ${id} to CONFIRMED_MARKETING_CLAIMS.`,
	}))
}
