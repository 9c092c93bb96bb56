interface RedirectRules {
	siteUrl: string
	settings: { redirectUrls: readonly string[] }
}

/**
 * Where an auth answer may send the browser: an address of this site or one the operator has listed, else the site's front
 * page. What is not allowed is replaced, never refused, as the wire has it.
 */
export function redirectTarget(candidate: string | undefined, { siteUrl, settings }: RedirectRules): URL {
	const home = new URL(siteUrl)
	if (candidate === undefined || candidate.length > 2_048 || !URL.canParse(candidate, siteUrl)) return home
	const target = new URL(candidate, siteUrl)
	if (target.username !== '' || target.password !== '') return home
	// The scheme too: a blob: address has the origin of the page that made it.
	if (target.protocol === home.protocol && target.origin === home.origin) return target
	if (forbiddenSchemes.has(target.protocol)) return home
	const plain = target.href.split('#')[0] ?? ''
	return settings.redirectUrls.some((pattern) => matcher(pattern).test(plain)) ? target : home
}

/** Schemes that run or hold content themselves, whatever a list says. */
const forbiddenSchemes: ReadonlySet<string> = new Set([
	'javascript:',
	'data:',
	'blob:',
	'file:',
	'about:',
	'vbscript:',
])

/** A listed address as an expression: `**` stands for anything, `*` for anything but `.` and `/`, `?` for one such sign. */
function matcher(pattern: string): RegExp {
	const source = pattern.replaceAll(/\*\*|\*|\?|[^*?]+/g, (part) => {
		if (part === '**') return '.*'
		if (part === '*') return '[^./]*'
		if (part === '?') return '[^./]'
		return part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
	})
	return new RegExp(`^${source}$`)
}
