/**
 * The shop's registration with the sandbox's OpenID provider, which replaces Google on a local run. None of this is secret: the
 * provider only answers on this machine and signs anyone in as anyone.
 */
export const sandboxGoogle = {
	/** Its path in the sandbox. With the origin of the sandbox it forms the issuer. */
	path: '/google',
	clientId: 'headstart-shop.sandbox',
	clientSecret: 'sandbox-google-secret',
} as const

/** Returns the issuer of the sandbox on this port. Both browsers and the server can reach `localhost`. */
export function sandboxGoogleIssuer(port: number): string {
	return `http://localhost:${port}${sandboxGoogle.path}`
}
