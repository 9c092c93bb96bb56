interface RedirectRules {
	siteUrl: string
	settings: { redirectUrls: readonly string[] }
}

/**
 * Returns where the browser may be redirected: a page of this site or a URL the owner has listed. Any other address is
 * replaced by the front page rather than rejected, as in the reference server.
 */
export function redirectTarget(candidate: string | undefined, { siteUrl, settings }: RedirectRules): URL {
	const home = new URL(siteUrl)
	if (candidate === undefined || candidate.length > 2_048 || !URL.canParse(candidate, siteUrl)) return home
	const target = new URL(candidate, siteUrl)
	if (target.username !== '' || target.password !== '') return home
	// Compares the scheme too: a blob: URL has the origin of the page that made it.
	if (target.protocol === home.protocol && target.origin === home.origin) return target
	if (forbiddenSchemes.has(target.protocol)) return home
	const plain = target.href.split('#')[0] ?? ''
	return settings.redirectUrls.some((pattern) => matcher(pattern).test(plain)) ? target : home
}

/** Schemes that run or contain content themselves; never allowed, even if listed. */
const forbiddenSchemes: ReadonlySet<string> = new Set([
	'javascript:',
	'data:',
	'blob:',
	'file:',
	'about:',
	'vbscript:',
])

/**
 * Compiles a listed URL to a regular expression: `**` matches anything, `*` anything but `.` and `/`, `?` one such
 * character.
 */
function matcher(pattern: string): RegExp {
	const source = pattern.replaceAll(/\*\*|\*|\?|[^*?]+/g, (part) => {
		if (part === '**') return '.*'
		if (part === '*') return '[^./]*'
		if (part === '?') return '[^./]'
		return part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
	})
	return new RegExp(`^${source}$`)
}
