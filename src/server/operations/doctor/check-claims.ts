import { type MarketingClaim, marketingClaims } from '#catalogue/marketing-claims.ts'
import type { Config } from '#server/config/config.ts'
import { readConfirmedClaims, readMarketingClaims } from '#server/features/claims/read-claims.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { openDatabase } from '#server/platform/db/database.ts'

/**
 * Reports the marketing claims that are confirmed neither in the settings nor in the admin. If the database doesn't work, looks
 * at the settings only.
 */
export async function checkClaims(
	{ site, isPublic }: Pick<Config, 'site' | 'isPublic'>,
	jobsUrl: string | undefined,
): Promise<Finding[]> {
	const { claims, confirmed } =
		jobsUrl === undefined ? { claims: marketingClaims, confirmed: [] } : await readFrom(jobsUrl)
	return checkMarketingClaims(claims, [...site.marketingClaims, ...confirmed], isPublic)
}

async function readFrom(jobsUrl: string) {
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	try {
		return { claims: await readMarketingClaims(database), confirmed: await readConfirmedClaims(database) }
	} finally {
		await database.close()
	}
}

/** Reports the marketing claims that the owner has not confirmed. */
export function checkMarketingClaims(
	claims: readonly MarketingClaim[],
	shown: readonly string[],
	isPublic: boolean,
): Finding[] {
	const about = 'Claims'
	if (!isPublic)
		return [
			{
				level: 'ok',
				about,
				says: `all ${claims.length} are shown because this is a local run; a public site shows only those that you confirm`,
			},
		]
	const open = claims.filter(({ id }) => !shown.includes(id))
	if (open.length === 0) return [{ level: 'ok', about, says: 'all are confirmed' }]
	return [
		{
			level: 'warning',
			about,
			says: `${open.length} of ${claims.length} are not confirmed, so not shown: ${open.map(({ id }) => id).join(', ')}`,
			todo: 'In the admin (Products, Claims), confirm those that are true and that you can prove, or add their ids to CONFIRMED_MARKETING_CLAIMS.',
		},
	]
}
