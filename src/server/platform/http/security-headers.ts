const common = {
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
	'referrer-policy': 'strict-origin-when-cross-origin',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
}

export interface SecuredSite {
	siteUrl: string
	/** Whether strict transport security covers subdomains. The shop cannot know whether all of them use https. */
	hstsSubdomains?: boolean
}

/** Returns the headers of every response. Strict transport security is among them only if the site is served over https. */
export function securityHeaders({ siteUrl, hstsSubdomains = false }: SecuredSite): Record<string, string> {
	if (!siteUrl.startsWith('https:')) return { ...common }
	const subdomains = hstsSubdomains ? '; includeSubDomains' : ''
	return { ...common, 'strict-transport-security': `max-age=63072000${subdomains}` }
}

/** The content security policy of everything but pages: it can load and run nothing, and cannot be framed. */
export const noContentPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Returns the content security policy of a page. `scripts` and `styles` are the sources of its inline code: hashes for a built
 * page, a nonce during development. Third parties are never allowed: the session is in local storage, and any script could steal it.
 */
export function pagePolicy({
	scripts,
	styles,
	connections = [],
	frames = [],
}: {
	scripts: readonly string[]
	styles: readonly string[]
	/** Further origins that the page may connect to: during development, the page builder. */
	connections?: readonly string[]
	/** Further origins whose pages it may frame. */
	frames?: readonly string[]
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
		['frame-src', "'self'", ...frames].join(' '),
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		'report-uri /csp-reports',
	].join('; ')
}
