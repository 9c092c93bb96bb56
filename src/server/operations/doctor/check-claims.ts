import { claims } from '#catalogue/claims.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'

/** Reports the marketing claims that the owner has not confirmed. */
export function checkClaims(shown: readonly string[], isPublic: boolean): Finding[] {
	const about = 'Claims'
	if (!isPublic)
		return [
			{
				level: 'ok',
				about,
				says: `all ${claims.length} are shown because this is a local run; a public site shows those you confirm`,
			},
		]
	const open = claims.filter(({ id }) => !shown.includes(id))
	if (open.length === 0) return [{ level: 'ok', about, says: 'all that could be shown are confirmed' }]
	return open.map(({ id, words }) => ({
		level: 'warning',
		about,
		says: `not confirmed, so not shown: ${id} (${words.length > 80 ? `${words.slice(0, 80)}…` : words})`,
		todo: `If it is true and you can prove it, add ${id} to CONFIRMED_MARKETING_CLAIMS.`,
	}))
}
