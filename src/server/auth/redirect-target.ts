/**
 * Where an auth answer may send the browser: an address of this site, else the site's front page. What is not allowed is
 * replaced, never refused, as the wire has it.
 */
export function redirectTarget(candidate: string | undefined, siteUrl: string): URL {
	const home = new URL(siteUrl)
	if (candidate === undefined || candidate.length > 2_048 || !URL.canParse(candidate, siteUrl)) return home
	const target = new URL(candidate, siteUrl)
	return target.origin === home.origin && target.username === '' && target.password === '' ? target : home
}
