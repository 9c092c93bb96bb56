const common = {
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
	'referrer-policy': 'strict-origin-when-cross-origin',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
}

interface SecuredSite {
	siteUrl: string
	/** Whether browsers may reach subdomains by https only: the shop cannot know whether all of them have it. */
	hstsSubdomains?: boolean
}

/** Returns the headers of every answer; strict transport security only if the site is served over https. */
export function securityHeaders({ siteUrl, hstsSubdomains = false }: SecuredSite): Record<string, string> {
	if (!siteUrl.startsWith('https:')) return { ...common }
	const subdomains = hstsSubdomains ? '; includeSubDomains' : ''
	return { ...common, 'strict-transport-security': `max-age=63072000${subdomains}` }
}

/** The policy of an answer that is no page: nothing may load, run or frame it. */
export const noContentPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * The policy of a page. `scripts` and `styles` are the sources of its own inline code: hashes for a built page, a nonce for
 * one rendered while developing. No third party appears: a session lives in local storage, and any foreign script would own it.
 */
export function pagePolicy({
	scripts,
	styles,
	connections = [],
}: {
	scripts: readonly string[]
	styles: readonly string[]
	/** Further places the page may speak to: none, but for the page builder's while developing. */
	connections?: readonly string[]
}): string {
	return [
		"default-src 'none'",
		['script-src', "'self'", ...scripts].join(' '),
		['style-src', "'self'", ...styles].join(' '),
		"style-src-attr 'unsafe-inline'",
		"img-src 'self' data:",
		"font-src 'self'",
		"media-src 'self'",
		['connect-src', "'self'", ...connections].join(' '),
		"manifest-src 'self'",
		"frame-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		'report-uri /csp-reports',
	].join('; ')
}
