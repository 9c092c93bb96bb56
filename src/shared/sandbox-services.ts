/**
 * The shop's registration with the sandbox's OpenID provider, which replaces Google on a local run. None of this is secret: the
 * provider only answers on this machine and signs anyone in as anyone.
 */
export const sandboxGoogle = {
	/** Its path in the sandbox. The origin of the sandbox followed by this path is the issuer. */
	path: '/google',
	clientId: 'headstart-shop.sandbox',
	clientSecret: 'sandbox-google-secret',
} as const

/** Returns the issuer of the sandbox on this port. Both browsers and the server can reach `localhost`. */
export function sandboxGoogleIssuer(port: number): string {
	return `http://localhost:${port}${sandboxGoogle.path}`
}

/** The shop's registration with the sandbox's captcha, which replaces Turnstile and hCaptcha on a local run. None of this is secret. */
export const sandboxCaptcha = {
	path: '/captcha',
	siteKey: 'headstart-shop.sandbox',
	secret: 'sandbox-captcha-secret',
} as const

/** The sandbox's identity provider, which replaces a university's on a local run. It signs anyone in as anyone. */
export const sandboxCampus = {
	/** Its path in the sandbox. */
	path: '/campus',
	/** The domain of its users' email addresses. */
	domain: 'campus.test',
} as const

/** Returns the address of the metadata of the sandbox's identity provider, which is also its entity id. */
export function sandboxCampusMetadata(sandboxPort: number): string {
	return `http://localhost:${sandboxPort}${sandboxCampus.path}/metadata`
}
